// SPDX-License-Identifier: MIT
#include "entry_name.hpp"
#include "program.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace ddc::command {
namespace {

/// Empty if the entry is as its interface says, or empty.
std::string note_on(const Entry& entry, const NamedEntry* named) {
    if (entry.status != Status::ok && entry.status != Status::no_data)
        return to_string(entry.status);
    if (named == nullptr || entry.type == Type::no_data) return {};
    const Type declared = to_type(named->kind);
    return declared == entry.type ? "" : std::string("should be ") + to_string(declared);
}

class Dump {
  public:
    Dump(const Context& context, const Table& table, bool long_names)
        : table_(table),
          long_names_(long_names),
          records_(context.out, context.format,
                   {{"id", "ID"},
                    {"offset", "OFFSET", true},
                    {"name", "NAME"},
                    {"type", "TYPE"},
                    {"value", "VALUE"},
                    {"unit", "UNIT"},
                    {"age_s", "AGE", true},
                    {"note", "NOTE"}}) {}

    /// Entries of a range that have a name in the program or hold something.
    void add_range(Id first, Id end, const Program* program) {
        for (Id id = first; id < end; ++id) {
            const NamedEntry* named = program != nullptr ? program->find(id) : nullptr;
            if (named == nullptr && table_.sequence(id) == 0) continue;
            const Entry entry = table_.entry(id);
            if (named != nullptr || entry.status != Status::no_data) add(entry, named, program);
        }
    }

    void finish() { records_.finish(); }

  private:
    void add(const Entry& entry, const NamedEntry* named, const Program* program) {
        std::vector<Field> fields{hex(entry.id), nullptr, nullptr};
        if (program != nullptr) {
            const Id offset = entry.id - program->reference_id;
            fields[1] = Field(offset, "+" + std::to_string(offset));
        }
        if (named != nullptr)
            fields[2] = (long_names_ ? hex(program->reference_id) + "/" : "") + named->name;
        fields.emplace_back(to_string(entry.type));
        fields.push_back(value_field(to_json(entry.value)));
        fields.push_back(unit_field(named != nullptr ? named->unit : std::string()));
        fields.push_back(age_field(entry.written_ns));
        fields.emplace_back(note_on(entry, named));
        records_.add(std::move(fields));
    }

    const Table& table_;
    bool long_names_;
    RecordWriter records_;
};

/// @return exit code
int dump_programs(const Context& context, const Table& table, const std::vector<std::string>& ids) {
    std::vector<Program> programs;
    for (const std::string& id : ids)
        programs.push_back(require_program(table, parse_reference_id(id)));
    Dump dump(context, table, programs.size() > 1);
    for (const Program& program : programs)
        dump.add_range(program.reference_id, program.end, &program);
    dump.finish();
    bool degraded = false;
    for (const Program& program : programs) {
        for (const std::string& problem : program.problems)
            context.err << "ddc: program " << hex(program.reference_id) << ": " << problem << '\n';
        degraded |= !program.has_ports();
    }
    return degraded ? exit_degraded : exit_ok;
}

void dump_everything(const Context& context, const Table& table) {
    Dump dump(context, table, true);
    Id next = 0;
    for (const Id id : find_programs(table)) {
        const auto program = read_program(table, id);
        if (!program || id < next) continue;
        dump.add_range(next, id, nullptr);
        dump.add_range(id, program->end, &*program);
        next = program->end;
    }
    dump.add_range(next, table.capacity(), nullptr);
    dump.finish();
}

int dump(const Context& context, const std::vector<std::string>& ids) {
    const Table table = open_for_reading(context);
    if (!ids.empty()) return dump_programs(context, table, ids);
    dump_everything(context, table);
    return exit_ok;
}

}  // namespace

void add_dump(CLI::App& app, Context& context) {
    CLI::App& verb = add_verb(
        app, {"dump",
              "Print every entry of a program with its name, value, unit and age.",
              "Empty entries without a name are left out. Exit code 3 if the program's interface\n"
              "or slot table cannot be read; what can be is shown.",
              {"ddc dump 4000", "ddc dump 0x4000 --format json",
               "ddc dump --format csv > everything.csv"}});
    auto ids = std::make_shared<std::vector<std::string>>();
    verb.add_option(
        "reference_id", *ids,
        "Where the program lives, in hexadecimal; without it, all that the table holds");
    on_run(verb, context, [&context, ids] { return dump(context, *ids); });
}

}  // namespace ddc::command
