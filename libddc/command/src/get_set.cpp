// SPDX-License-Identifier: MIT

#include "bounded_json.hpp"
#include "consent.hpp"
#include "entry_name.hpp"
#include "literal.hpp"
#include "reading.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <ddc/interface/values.hpp>
#include <ddc/interface/visible.hpp>

namespace ddc::command {
namespace {

/// Prints only the value, for scripts; --format json prints texts unchanged.
void print_bare(const Context& context, const Reading& reading) {
    const bool is_text = reading.value.is_string();
    context.out << (is_text ? interface::visible(reading.value.get_ref<const std::string&>())
                            : to_line(reading.value))
                << '\n';
}

void print_records(const Context& context, const std::vector<Target>& targets,
                   const std::vector<Reading>& readings) {
    RecordWriter records(context.out, context.format,
                         {{"id", "ID"},
                          {"name", "NAME"},
                          {"type", "TYPE"},
                          {"value", "VALUE"},
                          {"unit", "UNIT"},
                          {"age_s", "AGE", true}});
    for (std::size_t i = 0; i < targets.size(); ++i)
        records.add({hex(targets[i].first), targets[i].name, readings[i].type,
                     value_field(readings[i].value), unit_field(targets[i].unit),
                     age_field(readings[i].written_ns)});
    records.finish();
}

int get(const Context& context, const std::vector<std::string>& names) {
    const Table table = open_for_reading(context);
    std::vector<Target> targets;
    std::vector<Reading> readings;
    for (const std::string& name : names) {
        targets.push_back(resolve(table, name));
        readings.push_back(read(table, targets.back()));
    }
    const bool bare = names.size() == 1 && context.format == Format::table;
    if (!bare)
        print_records(context, targets, readings);
    else if (!readings[0].value.is_null())
        print_bare(context, readings[0]);
    int code = exit_ok;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (readings[i].note.empty()) continue;
        context.err << "ddc: " << interface::visible(targets[i].name + ": " + readings[i].note)
                    << '\n';
        if (readings[i].value.is_null()) code = exit_failed;
    }
    return code;
}

struct SetOptions {
    std::string name;
    std::string value;
    std::string type;
    bool yes = false;
};

void check(const Table& table, Status status) {
    if (status != Status::ok) throw Failure(table.explain(status));
}

Type type_for(const Table& table, const Target& target, const SetOptions& options) {
    if (!options.type.empty()) return parse_type(options.type);
    if (!target.kinds.empty()) return interface::entry_type(target.kinds.front());
    const Type current = table.entry(target.first).type;
    return current != Type::no_data ? current : guess_type(options.value);
}

void set_entry(Table& table, const Target& target, const SetOptions& options) {
    const Type type = type_for(table, target, options);
    if (options.value.empty() && type != Type::no_data && type != Type::string)
        throw UsageError("no value for " + target.name + ": give a " +
                         std::string(to_string(type)) + ", or --type none to empty the entry");
    check(table, write(table, target.first, parse_literal(options.value, type)));
}

/// Writes a port, given as one JSON value: all of its entries at once.
void set_port(Table& table, const Target& target, const SetOptions& options) {
    nlohmann::json json = parse_bounded(options.value);
    if (json.is_discarded()) json = options.value;  // an enum's variant without its quotes
    const auto values = interface::value_from_json(*target.type, json);
    Group group;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t at =
            group.add(target.first + static_cast<Id>(i), interface::entry_type(target.kinds[i]));
        std::visit(
            [&](const auto& value) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    group.set(at, value);
            },
            values[i]);
    }
    check(table, table.write(group));
}

int set(const Context& context, const SetOptions& options) {
    Table table = open_for_writing(context);
    const Target target = resolve(table, options.name);
    require_consent(context, table, options.yes);
    if (target.count() == 1 && (!target.type || !options.type.empty())) {
        set_entry(table, target, options);
        return exit_ok;
    }
    if (!options.type.empty())
        throw UsageError("--type is for a single entry; " + target.name + " is a port of " +
                         std::to_string(target.count()) + " entries, set by one JSON value");
    try {
        set_port(table, target, options);
    } catch (const interface::InterfaceError& error) {
        throw UsageError("'" + options.value + "' is not a valid " +
                         interface::describe(*target.type) + ": " + error.what());
    }
    return exit_ok;
}

}  // namespace

void add_get(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"get",
         "Print the value of an entry or a port.",
         "Entries are given by id (0x4003, 0x4000+3) or by name (0x4000/running,\n"
         "0x4000/true_position, 0x4000/true_position.x, 0x4000/trajectory_x[3]).\n"
         "With one name, only the value is printed, for scripts. Exit code 1 if it has no value.",
         {"ddc get 0x4000/true_velocity", "ddc get 0x4003", "ddc get 0x4000+3",
          "ddc get 0x4000/true_position 0x4000/set_gas --format json"}});
    auto names = std::make_shared<std::vector<std::string>>();
    verb.add_option("entry", *names, "By id (0x4003) or by name (0x4000/true_position)").required();
    on_run(verb, context, [&context, names] { return get(context, *names); });
}

void add_set(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"set",
         "Write an entry, or all entries of a port at once.",
         "Entries are given by id (0x4003, 0x4000+3) or by name (0x4000/running,\n"
         "0x4000/true_position, 0x4000/true_position.x, 0x4000/trajectory_x[3]).\n"
         "nan, inf and -inf are valid doubles; a number out of the range of a double is refused.\n"
         "If the table is in use, a confirmation on the terminal or --yes is required.",
         {"ddc set 0x4000/set_gas 0.2", "ddc set 0x4000/true_position '[1.5, 2.0]' --yes",
          "ddc set 0x0100 true --type bool", "ddc set 0x0100 --type none"}});
    auto options = std::make_shared<SetOptions>();
    verb.add_option("entry", options->name, "By id (0x4003) or by name (0x4000/set_gas)")
        .required();
    verb.add_option("value", options->value, "The value; JSON for a port of several entries");
    verb.add_option("-t,--type", options->type,
                    "bool, int32, double, string or none (default: type in the interface, else "
                    "that of the current value)")
        .placeholder("TYPE");
    add_yes(verb, options->yes);
    on_run(verb, context, [&context, options] { return set(context, *options); });
}

}  // namespace ddc::command
