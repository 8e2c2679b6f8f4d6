// SPDX-License-Identifier: MIT
#include "fmu_file.hpp"

#include "known_units.hpp"
#include "licence_text.hpp"

#include "description/fmu.hpp"
#include "description/initial.hpp"
#include "description/write_description.hpp"
#include "process/program_file.hpp"
#include "text/digest.hpp"

#include <ddc/version.h>

#include <set>
#include <stdexcept>

namespace gateway::fmu {
namespace {

std::vector<Unit> units_of(const std::vector<Variable>& variables) {
    std::set<std::string> names;
    for (const Variable& variable : variables)
        if (!variable.unit.empty()) names.insert(variable.unit);
    std::vector<Unit> units;
    for (const std::string& name : names) {
        const auto unit = known_unit(name);
        if (!unit) throw std::invalid_argument("the unit " + name + " has no definition for FMUs");
        units.push_back(*unit);
    }
    return units;
}

}  // namespace

void complete(ModelDescription& description) {
    description.version_text = description.version == Version::fmi2 ? "2.0" : "3.0";
    description.generation_tool = "ddc-gateway " DDC_VERSION;
    description.is_structured = true;
    description.units = units_of(description.variables);
    description.outputs.clear();
    for (std::uint32_t i = 0; i < description.variables.size(); ++i)
        if (description.variables[i].causality == Causality::output)
            description.outputs.push_back({i});
    description.initial_unknowns.clear();
    for (const std::uint32_t each : required_initial_unknowns(description))
        description.initial_unknowns.push_back({each});
}

std::string token_of(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += std::to_string(text.size()) + ' ' + text;
    std::string token = digest_of(all).substr(0, 32);
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) token.insert(dash, "-");
    return token;
}

ArchiveWriter begin_fmu(const ModelDescription& description, const std::filesystem::path& library) {
    ArchiveWriter archive;
    archive.add("modelDescription.xml", model_description_xml(description));
    if (const std::string terminals = terminals_xml(description); !terminals.empty())
        archive.add("terminalsAndIcons/terminalsAndIcons.xml", terminals);
    archive.add("documentation/licenses/license.txt", licence_text);
    archive.add("documentation/licenses/others.txt", other_licences_text);
    archive.add_file("binaries/" + own_platforms(description.version).front() + "/" +
                         description.co_simulation->identifier + ".so",
                     library, ArchiveWriter::Mode::executable);
    return archive;
}

std::string identifier_of(const std::string& name) {
    std::string identifier;
    for (const char c : name) {
        const bool is_digit = c >= '0' && c <= '9';
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_digit && identifier.empty()) identifier += '_';
        identifier += is_digit || is_letter ? c : '_';
    }
    return identifier.empty() ? "fmu" : identifier;
}

std::filesystem::path installed_file(const std::string& name) {
    if (const auto file = own_file(name, own_directory())) return *file;
    throw std::runtime_error(name + ", which is installed with ddc-gateway, does not exist");
}

}  // namespace gateway::fmu
