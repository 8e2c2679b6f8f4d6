// SPDX-License-Identifier: MIT

#include "entry_name.hpp"
#include "program.hpp"
#include "reading.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <ddc/interface/visible.hpp>

namespace ddc::command {
namespace {

struct DumpOptions {
    std::vector<std::string> ids;
    bool ports = false;
};

/// The problem of an entry whose type differs from its interface; else empty.
std::string note_on(const Entry& entry, const NamedEntry* named) {
    if (entry.status != Status::ok && entry.status != Status::no_data)
        return to_string(entry.status);
    if (named == nullptr || entry.type == Type::no_data) return {};
    const Type declared = interface::entry_type(named->kind);
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

    /// Entries of a range that have a name in the program or are not empty.
    void add_range(Id first, Id end, const Program* program) {
        for (Id id = first; id < end; ++id) {
            const NamedEntry* named = program != nullptr ? program->find(id) : nullptr;
            if (named == nullptr && table_.sequence(id) == 0) continue;
            const Entry entry = table_.entry(id);
            if (named != nullptr || entry.status != Status::no_data) add(entry, named, program);
        }
    }

    /// A program's header, and each of its ports as one value.
    void add_ports(const Program& program) {
        const std::string prefix = hex(program.reference_id) + "/";
        for (const Target& target : select(table_, {hex(program.reference_id)}, Detail::ports)) {
            const Reading reading = read(table_, target);
            const Id offset = target.first - program.reference_id;
            records_.add({hex(target.first), Field(offset, "+" + std::to_string(offset)),
                          long_names_ ? target.name : target.name.substr(prefix.size()),
                          reading.type, value_field(reading.value), unit_field(target.unit),
                          age_field(reading.written_ns), reading.note});
        }
    }

    void finish() {
        check_intact(table_);
        records_.finish();
    }

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

std::vector<Program> wanted_programs(const Table& table, const std::vector<std::string>& ids) {
    std::vector<Program> programs;
    programs.reserve(ids.size());
    for (const std::string& id : ids)
        programs.push_back(require_program(table, parse_reference_id(id)));
    if (!ids.empty()) return programs;
    for (const Id id : find_programs(table))
        if (auto program = read_program(table, id)) programs.push_back(std::move(*program));
    return programs;
}

/// The programs, and the entries between them.
void dump_everything(const Table& table, const std::vector<Program>& programs, Dump& dump) {
    Id next = 0;
    for (const Program& program : programs) {
        if (program.reference_id < next) continue;  // within another one
        dump.add_range(next, program.reference_id, nullptr);
        dump.add_range(program.reference_id, program.end, &program);
        next = program.end;
    }
    dump.add_range(next, table.capacity(), nullptr);
}

/// @return exit code
int report_problems(const Context& context, const std::vector<Program>& programs) {
    int code = exit_ok;
    for (const Program& program : programs) {
        for (const std::string& problem : program.problems)
            context.err << "ddc: program " << hex(program.reference_id) << ": "
                        << interface::visible(problem) << '\n';
        if (!program.has_ports()) code = exit_degraded;
    }
    return code;
}

int dump(const Context& context, const DumpOptions& options) {
    const Table table = open_for_reading(context);
    const std::vector<Program> programs = wanted_programs(table, options.ids);
    Dump dump(context, table, options.ids.size() != 1);
    if (options.ids.empty() && !options.ports) {
        dump_everything(table, programs, dump);
    } else {
        for (const Program& program : programs) {
            if (options.ports)
                dump.add_ports(program);
            else
                dump.add_range(program.reference_id, program.end, &program);
        }
    }
    dump.finish();
    return report_problems(context, programs);
}

}  // namespace

void add_dump(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line, {"dump",
               "Print every entry of a program with its name, value, unit and age.",
               "Empty entries without a name are omitted. Exit code 3 if a program's interface or\n"
               "slot table cannot be read; the readable part is shown.",
               {"ddc dump 4000", "ddc dump 4000 --ports", "ddc dump 0x4000 --format json",
                "ddc dump --format csv > everything.csv"}});
    auto options = std::make_shared<DumpOptions>();
    verb.add_option("reference_id", options->ids,
                    "Reference id of a program, hexadecimal (default: the whole table)");
    verb.add_flag("--ports", options->ports, "Show each port as one value instead of its entries");
    on_run(verb, context, [&context, options] { return dump(context, *options); });
}

}  // namespace ddc::command
