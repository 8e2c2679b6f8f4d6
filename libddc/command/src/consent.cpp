// SPDX-License-Identifier: MIT
#include "consent.hpp"

#include "program.hpp"
#include "show.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/visible.hpp>

#include <unistd.h>

#include <algorithm>

namespace ddc::command {
namespace {

std::vector<Process> users_of(const std::string& table) {
    std::vector<Process> users = attached_processes(table);
    const auto is_ddc_command = [](const Process& process) { return process.name == "ddc"; };
    users.erase(std::remove_if(users.begin(), users.end(), is_ddc_command), users.end());
    return users;
}

/// The reason not to write to the table; empty if there is none.
std::string objection_to_writing(const Table& table) {
    const std::vector<Process> users = users_of(table.name());
    if (!users.empty()) return "table '" + table.name() + "' is in use by " + to_text(users);
    for (const Id id : find_programs(table)) {
        const auto program = read_program(table, id);
        if (program && program->running)
            return "program " + hex(id) + " in table '" + table.name() +
                   "' reports that it is running";
    }
    return {};
}

/// A line from the terminal; empty if there is none.
std::string read_answer() {
    char text[16];
    const ssize_t length = ::read(STDIN_FILENO, text, sizeof text);
    const std::string answer(text, length > 0 ? static_cast<std::size_t>(length) : 0);
    return answer.substr(0, answer.find('\n'));
}

}  // namespace

void add_yes(Verb& verb, bool& yes) {
    verb.add_flag("-y,--yes", yes, "Write even if the table is in use");
}

void require_consent(const Context& context, const std::string& objection) {
    const bool can_ask = context.terminal.has_keys && ::isatty(STDERR_FILENO) != 0;
    if (!can_ask) throw Failure(objection + "; add --yes to do it anyway");
    context.err << "ddc: " << interface::visible(objection) << "; do it anyway? [y/N] "
                << std::flush;
    const std::string answer = read_answer();
    if (answer != "y" && answer != "Y" && answer != "yes") throw Failure("nothing was changed");
}

void require_consent(const Context& context, const Table& table, bool yes) {
    if (yes) return;
    const std::string objection = objection_to_writing(table);
    if (!objection.empty()) require_consent(context, objection);
}

}  // namespace ddc::command
