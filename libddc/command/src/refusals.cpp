// SPDX-License-Identifier: MIT
#include "refusals.hpp"

#include "reading.hpp"
#include "show.hpp"

#include <algorithm>

namespace ddc::command {
namespace {

Context with_table(const Context& context, const Diagnosis& diagnosis) {
    Context other = context;
    other.table = diagnosis.table;
    return other;
}

/// Attached processes that may be programs: alive, and neither a gateway nor this command.
std::vector<Process> possible_programs(const Diagnosis& diagnosis) {
    std::vector<Process> found;
    for (const Process& process : diagnosis.attached)
        if (process.name != "ddc" && process.name.rfind("ddc-gateway", 0) != 0 &&
            process.state != ProcessState::dead)
            found.push_back(process);
    return found;
}

std::string pids_of(const std::vector<Process>& processes) {
    std::string pids;
    for (const Process& process : processes) pids += " " + std::to_string(process.pid);
    return pids;
}

void add_claimed(const Diagnosis& diagnosis, std::vector<std::string>& refusals) {
    for (const Diagnosis::Claimed& claim : diagnosis.claims)
        if (claim.holder.state != ProcessState::dead)
            refusals.push_back(hex(claim.first) + ".." + hex(claim.last) + " are claimed by " +
                               command::to_text({claim.holder}) +
                               ": a run that needs one of them starts when that process has "
                               "ended; to end it: kill " +
                               std::to_string(claim.holder.pid));
}

void add_leftovers(const Diagnosis& diagnosis, const std::vector<Program>& programs,
                   std::vector<std::string>& refusals) {
    const std::vector<Process> waiting = possible_programs(diagnosis);
    if (waiting.empty()) return;
    for (const Program& program : programs)
        if (program.running)
            refusals.push_back(
                hex(program.reference_id) +
                ": a run with `exec` is refused while a program is running there; it may be " +
                command::to_text(waiting) + "; to end it: kill" + pids_of(waiting));
}

}  // namespace

std::vector<Program> programs_of(const Context& context, const Diagnosis& diagnosis) {
    std::vector<Program> programs;
    if (diagnosis.condition != Diagnosis::Condition::sound) return programs;
    try {
        const Table table = open_for_reading(with_table(context, diagnosis));
        for (const Id id : find_programs(table))
            if (auto program = read_program(table, id)) programs.push_back(std::move(*program));
    } catch (const TableError&) {  // removed just now, or damaged: the diagnosis reports it
    }
    return programs;
}

std::vector<std::string> refusals(const Diagnosis& diagnosis,
                                  const std::vector<Program>& programs) {
    std::vector<std::string> found;
    if (diagnosis.condition != Diagnosis::Condition::sound) return found;
    add_claimed(diagnosis, found);
    add_leftovers(diagnosis, programs, found);
    TableOptions options;
    options.name = diagnosis.table;
    options.access = TableOptions::Access::read_only;
    try {
        static_cast<void>(Table::open(options));
    } catch (const TableError& error) {
        found.emplace_back(error.what());
    }
    return found;
}

}  // namespace ddc::command
