// SPDX-License-Identifier: MIT
#include "consent.hpp"

#include <CLI/CLI.hpp>
#include <ddc/inspect.hpp>

#include <algorithm>

#include "program.hpp"
#include "show.hpp"

namespace ddc::command {
namespace {

std::vector<Process> users_of(const std::string& table) {
    std::vector<Process> users = attached_processes(table);
    const auto is_onlooker = [](const Process& process) { return process.name == "ddc"; };
    users.erase(std::remove_if(users.begin(), users.end(), is_onlooker), users.end());
    return users;
}

}  // namespace

void add_yes(CLI::App& verb, bool& yes) {
    verb.add_flag("-y,--yes", yes, "Do it even though the table is in use");
}

void require_consent(const Table& table, bool yes) {
    if (yes) return;
    const std::vector<Process> users = users_of(table.name());
    if (!users.empty())
        throw Failure("table '" + table.name() + "' is in use by " + to_text(users) +
                      "; add --yes if you mean it");
    for (const Id id : find_programs(table)) {
        const auto program = read_program(table, id);
        if (program && program->running)
            throw Failure("program " + hex(id) + " in table '" + table.name() +
                          "' says that it is running; add --yes if you mean it");
    }
}

}  // namespace ddc::command
