// SPDX-License-Identifier: MIT
#include "program.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <ddc/inspect.hpp>

namespace ddc::command {
namespace {

std::vector<Field> program_fields(const Program& program) {
    const bool readable = program.has_ports();
    return {hex(program.reference_id), std::string(to_string(program.type)), program.running,
            readable ? Field(program.description.name) : Field(nullptr, "(unreadable)")};
}

/// Lists one table: a line for each program in it, at least one line.
void list_table(const Context& context, const std::string& name, RecordWriter& records) {
    Context of_table = context;
    of_table.table = name;
    std::vector<Field> fields{name, "sound", nullptr, nullptr};
    std::vector<Program> programs;
    try {
        const std::vector<Process> attached = attached_processes(name);
        fields[3] = Field(to_json(attached), to_text(attached));
        const Table table = open_for_reading(of_table);
        fields[2] = table.capacity();
        for (const Id id : find_programs(table))
            if (auto program = read_program(table, id)) programs.push_back(std::move(*program));
        if (!table.is_intact()) fields[1] = to_string(Diagnosis::Condition::other_layout);
    } catch (const TableError& error) {
        if (error.reason() == TableError::Reason::not_found) return;  // removed just now
        fields[1] = to_string(diagnose(name).condition);
    }
    for (const Program& program : programs) {
        std::vector<Field> line = fields;
        for (Field& field : program_fields(program)) line.push_back(std::move(field));
        records.add(std::move(line));
    }
    if (!programs.empty()) return;
    fields.resize(fields.size() + 4, nullptr);
    records.add(std::move(fields));
}

int list(const Context& context) {
    RecordWriter records(context.out, context.format,
                         {{"table", "TABLE"},
                          {"condition", "CONDITION"},
                          {"capacity", "CAPACITY", true},
                          {"attached", "ATTACHED"},
                          {"program", "PROGRAM"},
                          {"kind", "KIND"},
                          {"running", "RUNNING"},
                          {"interface", "INTERFACE"}});
    const std::vector<std::string> tables =
        context.table_given ? std::vector<std::string>{context.table} : table_names();
    for (const std::string& table : tables) list_table(context, table, records);
    records.finish();
    if (tables.empty()) context.err << "ddc: there is no table on this machine\n";
    return exit_ok;
}

}  // namespace

void add_list(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"list",
                                "Show all tables, their processes and their programs.",
                                "With --name, only that table is shown.",
                                {"ddc list", "ddc list --format json"},
                                "ls"});
    on_run(verb, context, [&context] { return list(context); });
}

}  // namespace ddc::command
