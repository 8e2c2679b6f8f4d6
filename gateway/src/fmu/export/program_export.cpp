// SPDX-License-Identifier: MIT
#include "program_export.hpp"

#include "documentation.hpp"
#include "fmu_file.hpp"
#include "probe_program.hpp"
#include "program_ports.hpp"

#include "description/write_description.hpp"
#include "process/program_file.hpp"
#include "program_slave/program_variables.hpp"
#include "text/file_text.hpp"

#include <ddc/interface/parse.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace gateway::fmu {

namespace interface = ddc::interface;
namespace fs = std::filesystem;

namespace {

/// A file of the FMU below `resources`.
struct Resource {
    std::string name;
    fs::path file;
    bool is_executable = false;
};

bool is_executable(const fs::path& file) {
    constexpr fs::perms any =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return (fs::status(file).permissions() & any) != fs::perms::none;
}

fs::path program_of(const ProgramExport& what) {
    const fs::path directory = own_directory();
    const auto file = find_program(what.program, directory);
    if (!file) throw std::invalid_argument(program_problem(what.program, directory));
    return fs::absolute(*file);
}

/// As programs read it from their command line: "4000".
std::string hexadecimal(std::int32_t id) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%x", static_cast<unsigned>(id));
    return text.data();
}

/// The name of a file below the program's working folder.
std::string packed_name(const fs::path& file) {
    const fs::path normal = file.lexically_normal();
    const bool is_below =
        normal.is_relative() && !normal.empty() && *normal.begin() != ".." && normal != ".";
    return (is_below ? normal : normal.filename()).generic_string();
}

std::vector<Resource> resources_of(const ProgramExport& what, const fs::path& program) {
    const std::string folder = std::string(packed::folder) + "/";
    std::vector<Resource> all{{packed::host, installed_file(packed::host), true},
                              {packed::guardian, installed_file(packed::guardian), true},
                              {folder + program.filename().string(), program, true}};
    for (const fs::path& file : what.files) {
        if (!fs::is_regular_file(file))
            throw std::invalid_argument("--file " + file.string() + " is no file");
        all.push_back({folder + packed_name(file), file, is_executable(file)});
    }
    return all;
}

ProgramPackage package_of(const ProgramExport& what, const std::vector<Resource>& resources,
                          const fs::path& program) {
    ProgramPackage package;
    package.version = what.version;
    package.period_ns = what.period_ns;
    package.reference_id = what.reference_id;
    package.command = {program.filename().string()};
    for (const Resource& each : resources)
        if (each.is_executable) package.executables.push_back(each.name);
    return package;
}

ExportedPorts read_ports(const fs::path& file) {
    interface::Warnings warnings;
    try {
        return export_ports(interface::parse(gateway::text_of(file), warnings));
    } catch (const interface::InterfaceError& error) {
        throw std::invalid_argument(file.string() + ": " + error.what());
    }
}

ExportedPorts ports_of(const ProgramDescription& description) {
    std::vector<std::string> without;
    for (std::size_t i = 0; i < description.ports.ports.size(); ++i)
        if (!description.layout.ports[i].offset) without.push_back(description.ports.ports[i].name);
    return export_ports(description.ports, without);
}

/// The arguments to try, the last one with the program's output.
std::vector<std::vector<std::string>> possible_arguments(const ProgramExport& what) {
    const std::string id = hexadecimal(what.reference_id);
    if (what.arguments.empty()) return {{id}, {"ddc", id}};
    return {what.arguments};
}

/// Starts the program and asks it for its ports.
/// @param package gets the arguments with which it has started
ExportedPorts ask_for_ports(const ProgramExport& what, const fs::path& program,
                            ProgramPackage& package) {
    const auto all = possible_arguments(what);
    for (std::size_t i = 0;; ++i) {
        const bool is_last = i + 1 == all.size();
        std::vector<std::string> command{program.string()};
        command.insert(command.end(), all[i].begin(), all[i].end());
        try {
            const auto description = probe_program(command, package.reference_id, !is_last);
            package.command.insert(package.command.end(), all[i].begin(), all[i].end());
            return ports_of(description);
        } catch (const std::runtime_error&) {
            if (is_last) throw;
        }
    }
}

ExportedPorts find_ports(const ProgramExport& what, const fs::path& program,
                         ProgramPackage& package) {
    if (what.interface_file.empty()) return ask_for_ports(what, program, package);
    const std::vector<std::string> arguments = possible_arguments(what).back();
    package.command.insert(package.command.end(), arguments.begin(), arguments.end());
    return read_ports(what.interface_file);
}

ModelDescription description_of(const ProgramExport& what, const std::string& name,
                                const ProgramPackage& package, const ExportedPorts& ports) {
    ModelDescription description;
    description.version = what.version;
    description.model_name = name;
    description.description = "The program " + name + ", executed in time mode measured";
    CoSimulation model;
    model.identifier = identifier_of(name);
    model.can_handle_variable_step = true;
    model.needs_execution_tool = true;
    model.fixed_internal_step_s = static_cast<double>(package.period_ns) / 1e9;
    description.default_experiment = {0.0, std::nullopt, model.fixed_internal_step_s};
    description.co_simulation = model;
    description.variables = variables_of(package);
    std::copy(ports.variables.begin(), ports.variables.end(),
              description.variables.begin() + program_variable::first_of_program);
    complete(description);
    return description;
}

}  // namespace

std::vector<std::string> export_program(const ProgramExport& what, const fs::path& output) {
    const fs::path program = program_of(what);
    const std::vector<Resource> resources = resources_of(what, program);
    ProgramPackage package = package_of(what, resources, program);
    const ExportedPorts ports = find_ports(what, program, package);
    package.variables = ports.packed;
    const std::string name = what.name.empty() ? program.stem().string() : what.name;
    ModelDescription description = description_of(what, name, package, ports);
    package.token = description.token =
        token_of({model_description_xml(description), to_text(package)});

    ArchiveWriter archive = begin_fmu(description, installed_file("fmu_program.so"));
    archive.add("documentation/index.html", program_documentation(description, package));
    archive.add(std::string("resources/") + packed::description, to_text(package));
    for (const Resource& each : resources)
        archive.add_file(
            "resources/" + each.name, each.file,
            each.is_executable ? ArchiveWriter::Mode::executable : ArchiveWriter::Mode::plain);
    archive.write(output);
    return ports.remarks;
}

}  // namespace gateway::fmu
