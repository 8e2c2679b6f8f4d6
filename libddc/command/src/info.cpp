// SPDX-License-Identifier: MIT
#include "machine.hpp"
#include "records.hpp"
#include "refusals.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/visible.hpp>

#include <cstdio>
#include <ctime>

namespace ddc::command {
namespace {

struct Line {
    const char* key;
    Field value;
};
using Lines = std::vector<Line>;

std::string megabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) * 1e-6);
    return text;
}

std::string octal(unsigned mode) {
    char text[16];
    std::snprintf(text, sizeof text, "%04o", mode);
    return text;
}

/// `2026-11-21T00:30:12Z`
std::string date(std::int64_t wall_ns) {
    const std::time_t seconds = wall_ns / 1'000'000'000;
    std::tm parts{};
    char text[40];
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

void add_file(const Diagnosis& diagnosis, Lines& lines) {
    lines.push_back({"size", Field(diagnosis.size, megabytes(diagnosis.size))});
    lines.push_back({"mode", octal(diagnosis.mode)});
    lines.push_back({"user_id", diagnosis.user_id});
    lines.push_back({"group_id", diagnosis.group_id});
    lines.push_back(
        {"attached", Field(to_json(diagnosis.attached),
                           diagnosis.attached.empty() ? "none" : to_text(diagnosis.attached))});
}

void add_header(const Diagnosis& diagnosis, Lines& lines) {
    const Diagnosis::Header& header = diagnosis.header;
    lines.push_back({"layout_version", header.layout_version});
    lines.push_back({"capacity", header.capacity});
    lines.push_back({"created", date(header.created_ns)});
    lines.push_back({"creator_pid", header.creator_pid});
}

void add_lock(const Diagnosis& diagnosis, Lines& lines) {
    const Diagnosis::Lock& lock = diagnosis.lock;
    if (lock.owner)
        lines.push_back({"lock_owner", Field(to_json({*lock.owner})[0], to_text({*lock.owner}))});
    else
        lines.push_back({"lock_owner", Field(nullptr, "none")});
    lines.push_back({"take_overs", lock.take_overs});
    lines.push_back({"repaired_entries", lock.repaired_entries});
    lines.push_back({"time_outs", lock.time_outs});
    lines.push_back({"semaphore_count", lock.semaphore_count});
}

void add_claims(const Diagnosis& diagnosis, Lines& lines) {
    auto list = nlohmann::json::array();
    std::string text;
    for (const Diagnosis::Claimed& claim : diagnosis.claims) {
        const std::string range = hex(claim.first) + ".." + hex(claim.last);
        list.push_back(
            {{"entries", range}, {"for", claim.label}, {"holder", to_json({claim.holder})[0]}});
        text += (text.empty() ? "" : ", ") + range + " by " + to_text({claim.holder});
    }
    lines.push_back({"claims", Field(list, text.empty() ? "none" : text)});
}

Field ids_field(const std::vector<Id>& ids) {
    nlohmann::json list = nlohmann::json::array();
    for (const Id id : ids) list.push_back(hex(id));
    return {std::move(list), std::to_string(ids.size())};
}

void add_entries(const Diagnosis& diagnosis, Lines& lines) {
    const Diagnosis::Entries& entries = diagnosis.entries;
    nlohmann::ordered_json counts;
    std::string text;
    for (const Type type : {Type::boolean, Type::int32, Type::real64, Type::string}) {
        const std::uint32_t count = entries.of_type[static_cast<std::size_t>(type)];
        counts[to_string(type)] = count;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + to_string(type);
    }
    lines.push_back({"entries", Field(counts, text)});
    lines.push_back({"half_written", ids_field(entries.half_written)});
    lines.push_back({"unknown_type", ids_field(entries.unknown_type)});
    lines.push_back({"bad_length", ids_field(entries.bad_length)});
}

Lines describe(const Diagnosis& diagnosis) {
    using Condition = Diagnosis::Condition;
    const Condition condition = diagnosis.condition;
    Lines lines{{"table", diagnosis.table}, {"condition", to_string(condition)}};
    if (condition == Condition::absent || condition == Condition::no_access) return lines;
    add_file(diagnosis, lines);
    if (condition == Condition::sound || condition == Condition::other_layout)
        add_header(diagnosis, lines);
    if (condition == Condition::sound) {
        add_lock(diagnosis, lines);
        add_claims(diagnosis, lines);
        add_entries(diagnosis, lines);
    }
    lines.push_back(
        {"memory_size", Field(diagnosis.memory_size, megabytes(diagnosis.memory_size))});
    lines.push_back(
        {"memory_free", Field(diagnosis.memory_free, megabytes(diagnosis.memory_free))});
    return lines;
}

/// Prints one record for all lines, or in a table one line for each.
void print(const Context& context, const Lines& lines) {
    std::vector<Column> columns;
    std::vector<Field> fields;
    std::size_t width = 0;
    for (const Line& line : lines) width = std::max(width, std::string(line.key).size());
    for (const Line& line : lines) {
        columns.push_back({line.key, line.key});
        fields.push_back(line.value);
        if (context.format != Format::table) continue;
        std::string key = line.key;
        key.resize(width + 2, ' ');
        context.out << key << line.value.text << '\n';
    }
    if (context.format == Format::table) return;
    RecordWriter records(context.out, context.format, columns);
    records.add(std::move(fields));
    records.finish();
}

std::string problem_text(const std::vector<std::string>& problems) {
    std::string text;
    for (const std::string& problem : problems)
        text += (text.empty() ? "" : "\n  ") + interface::visible(problem);
    return problems.empty() ? "none" : text;
}

int info(const Context& context, const std::string& table) {
    const Diagnosis diagnosis = diagnose(context.table_or(table));
    if (diagnosis.condition == Diagnosis::Condition::absent)
        throw Failure("table '" + diagnosis.table + "': " + diagnosis.problems.front());
    print(context, describe(diagnosis));
    return exit_ok;
}

/// `0x4000 cruise, running`
std::string name_of(const Program& program) {
    return hex(program.reference_id) + " " +
           (program.has_ports() ? program.description.name : "(unreadable)") +
           (program.running ? ", running" : ", not running");
}

int doctor(const Context& context, const std::string& table) {
    const Diagnosis diagnosis = diagnose(context.table_or(table));
    Lines lines = describe(diagnosis);
    const std::vector<Program> programs = programs_of(context, diagnosis);
    std::vector<std::string> names;
    for (const Program& program : programs) names.push_back(name_of(program));
    lines.push_back({"programs", Field(names, problem_text(names))});
    const std::vector<std::string> refused = refusals(diagnosis, programs);
    lines.push_back({"refusals", Field(refused, problem_text(refused))});
    const std::vector<std::string> warnings = machine_warnings(diagnosis);
    lines.push_back({"warnings", Field(warnings, problem_text(warnings))});
    lines.push_back({"problems", Field(diagnosis.problems, problem_text(diagnosis.problems))});
    print(context, lines);
    return diagnosis.problems.empty() ? exit_ok : exit_failed;
}

}  // namespace

void add_info(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"info",
                                "Show a table's size, layout, access, lock and users.",
                                "",
                                {"ddc info", "ddc info lab --format json"}});
    auto table = std::make_shared<std::string>();
    verb.add_option("table", *table, "Name of the table (default: that of --name)");
    on_run(verb, context, [&context, table] { return info(context, *table); });
}

void add_doctor(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"doctor",
         "Examine a table and report its problems and what to do about them.",
         "Works on tables in any state. Exit code 1 if there is a problem. Refusals are\n"
         "reasons why ddc-gateway run would not start. Warnings are about the machine: services\n"
         "that may delete tables, and permissions that realtime runs need.",
         {"ddc doctor", "ddc doctor lab", "ddc doctor --format json | jq '.[].problems'"}});
    auto table = std::make_shared<std::string>();
    verb.add_option("table", *table, "Name of the table (default: that of --name)");
    on_run(verb, context, [&context, table] { return doctor(context, *table); });
}

}  // namespace ddc::command
