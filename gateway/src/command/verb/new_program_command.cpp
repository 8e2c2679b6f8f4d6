// SPDX-License-Identifier: MIT
#include "new_program_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "new_program/templates.hpp"
#include "new_program/write_program.hpp"
#include "process/program_file.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <vector>

namespace gateway {
namespace {

using new_program::Template;
using new_program::templates;

std::vector<std::string> languages() {
    std::vector<std::string> words;
    for (const Template& each : templates()) words.emplace_back(each.language);
    return words;
}

std::string language_problem(const std::string& text) {
    const auto words = languages();
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return fmt::format("must be one of {}, is '{}'", fmt::join(words, ", "), text);
}

const Template& template_of(const std::string& language) {
    return *std::find_if(templates().begin(), templates().end(),
                         [&](const Template& each) { return each.language == language; });
}

/// Whether the first `ddc-gateway` on the PATH is this one.
bool is_on_path() {
    const auto found = find_on_path("ddc-gateway");
    std::error_code error;
    return found && std::filesystem::equivalent(*found, own_directory() / "ddc-gateway", error);
}

/// The folder of the schemas in the installation, or in the checkout in which this gateway was
/// built. Empty if there is none.
std::filesystem::path schema_folder() {
    const std::filesystem::path prefix = own_directory().parent_path();
    const std::filesystem::path checkout = prefix.parent_path().parent_path();
    std::error_code error;
    for (std::filesystem::path folder :
         {prefix / "share/ddc-gateway/schemas", checkout / "schemas"})
        if (std::filesystem::exists(folder / "run.schema.json", error)) return folder;
    return {};
}

std::string export_of(const std::string& variables) {
    return "    export " + variables + "\n";
}

/// Sets the paths for Python of an installation outside of /usr.
std::string python_setup(const std::string& prefix) {
    return export_of("PYTHONPATH=\"" + prefix + "/lib/python3/dist-packages\" DDC_LIBRARY=\"" +
                     prefix + "/lib/libddc.so.1\"");
}

struct Setup {
    std::string commands;  ///< one per line
    bool builds = false;   ///< they also build and install the gateway
};

/// The first commands for the user: they put this gateway on the PATH, where CMake also finds its
/// libraries. If the gateway was built but not installed, they install it.
Setup setup(bool is_python) {
    std::string prefix = own_directory().parent_path().string();
    std::error_code error;
    Setup before{"", std::filesystem::exists(prefix + "/CMakeCache.txt", error)};
    if (before.builds) {
        before.commands = "    cmake --build \"" + prefix +
                          "\" --target installed && cmake --install \"" + prefix +
                          "\" --prefix \"$HOME/.local\"\n";
        prefix = "$HOME/.local";
    }
    if (before.builds || !is_on_path())
        before.commands += export_of("PATH=\"" + prefix + "/bin:$PATH\"");
    if (is_python && prefix != "/usr") before.commands += python_setup(prefix);
    return before;
}

}  // namespace

NewProgramCommand::NewProgramCommand(ddc::command::CommandLine& line)
    : language_(templates().front().language), command_(add_known_verb(line, "new-program")) {
    command_
        .add_option(
            "NAME", name_,
            "Name of the program and of its folder: letters, digits and _, starting with a letter")
        .required();
    command_.add_option("--language", language_, "Programming language")
        .kind(fmt::format("{}", fmt::join(languages(), "|")))
        .check(language_problem)
        .show_default();
    command_.set_footer(
        "Fails if a file or folder NAME exists; nothing is overwritten.\n"
        "Examples:\n  ddc-gateway new-program follower\n"
        "  ddc-gateway new-program follower --language python");
}

bool NewProgramCommand::is_given() const {
    return command_.is_given();
}

int NewProgramCommand::run(std::ostream& out) const {
    const Template& source = template_of(language_);
    write_program(source, {name_, schema_folder()}, ".");
    const Setup before = setup(language_ == "python");
    out << name_ << ": created a " << source.title
        << " program that follows a route at a set speed. Next commands:\n\n";
    out << before.commands << "    cd " << name_ << '\n';
    for (const char* command : source.next_commands) out << "    " << command << '\n';
    if (before.builds)
        out << "\nThe first command builds and installs ddc-gateway. The first time it takes some "
               "minutes.\n";
    out << '\n' << name_ << "/README.md explains each file, and what to change first.\n";
    return exit_code::done;
}

}  // namespace gateway
