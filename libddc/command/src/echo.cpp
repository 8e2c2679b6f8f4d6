// SPDX-License-Identifier: MIT
#include "change_record.hpp"
#include "changes.hpp"
#include "option_checks.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace ddc::command {
namespace {

struct EchoOptions {
    std::vector<std::string> names;
    std::vector<std::string> fields;
    bool once = false;
    std::uint64_t count = 0;
    double timeout_s = 0;
};

/// `0x4000` and `true_velocity`: 0x4000/true_velocity; `0x4000/true_position` and `x`: ...x
std::vector<std::string> with_fields(const EchoOptions& options) {
    if (options.fields.empty()) return options.names;
    std::vector<std::string> result;
    for (const std::string& name : options.names) {
        const bool is_program = name.find('/') == std::string::npos;
        for (const std::string& field : options.fields) {
            const char* joint = is_program ? "/" : field.front() == '[' ? "" : ".";
            result.push_back(name + joint + field);
        }
    }
    return result;
}

int echo(const Context& context, const EchoOptions& options) {
    const Table table = open_for_reading(context);
    const Interrupt interrupt;
    ChangeFollower follower(table, select(table, with_fields(options)), context.out);
    RecordWriter records(context.out, context.format, change_columns(), RecordWriter::Pace::live);
    const std::uint64_t wanted = options.once ? 1 : options.count;
    std::uint64_t shown = 0;
    for (;;) {
        const auto changes = follower.wait(after_seconds(options.timeout_s), interrupt);
        if (changes.empty()) break;
        for (const Change& change : changes) {
            records.add(change_fields(follower.time_s(), *change.target, change.reading));
            if (++shown == wanted) break;
        }
        if (shown == wanted) break;
    }
    records.finish();
    if (interrupt.happened() || (shown == wanted && wanted > 0)) return exit_ok;
    context.err << "ddc: nothing was written for " << options.timeout_s << " s\n";
    return wanted > 0 || shown == 0 ? exit_failed : exit_ok;
}

}  // namespace

void add_echo(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"echo",
         "Print a line for every change from now on.",
         "Entries are given by id (0x4003, 0x4000+3) or by name (0x4000/running,\n"
         "0x4000/true_position, 0x4000/true_position.x, 0x4000/trajectory_x[3]).\n"
         "The reference id of a program selects all of its entries.",
         {"ddc echo 0x4000/set_steering", "ddc echo 4000 --field true_velocity --field set_gas",
          "ddc echo 0x4000/true_position --field x --count 5",
          "ddc echo 0x4000/run_cycle_switch --once --timeout 2"}});
    auto options = std::make_shared<EchoOptions>();
    verb.add_option("name", options->names, "Entries, ports, or programs with all their entries")
        .required();
    verb.add_option("--field", options->fields, "Only this port or field; may be repeated")
        .placeholder("PART")
        .repeatable();
    verb.add_flag("--once", options->once, "End after the first change");
    verb.add_option("--count", options->count, "End after that many lines")
        .placeholder("N")
        .check(check_count);
    verb.add_option("--timeout", options->timeout_s,
                    "End if nothing changes for that time; exit code 1 if fewer than --count lines "
                    "(default: 1) were printed")
        .placeholder("SECONDS")
        .check(check_positive);
    on_run(verb, context, [&context, options] { return echo(context, *options); });
}

}  // namespace ddc::command
