// SPDX-License-Identifier: MIT
#include "read_variables.hpp"

#include <unordered_map>

namespace gateway::fmu {
namespace {

using pugi::xml_node;

/// Reads lists of unknowns, and resolves their references to variables.
class StructureReader {
  public:
    StructureReader(const XmlFile& file, const ModelDescription& description)
        : file_(file), description_(description) {
        for (std::uint32_t i = 0; i < description.variables.size(); ++i)
            by_reference_.emplace(description.variables[i].reference, i);
    }

    /// @param list parent of the elements @param name theirs
    std::vector<Unknown> unknowns(const xml_node& list, const char* name) const {
        std::vector<Unknown> all;
        for (const xml_node& each : list.children(name)) all.push_back(unknown(each));
        return all;
    }

  private:
    bool is_2() const { return description_.version == Version::fmi2; }

    Unknown unknown(const xml_node& element) const {
        Unknown unknown;
        unknown.index =
            position_of(file_.required_count(element, is_2() ? "index" : "valueReference"));
        unknown.dependencies = file_.counts(element, "dependencies");
        if (!unknown.dependencies) return unknown;
        for (std::uint32_t& each : *unknown.dependencies) each = position_of(each);
        return unknown;
    }
    /// @param reference index from 1 (FMI 2.0), or value reference
    std::uint32_t position_of(std::uint32_t reference) const {
        if (is_2())
            return reference >= 1 && reference <= description_.variables.size() ? reference - 1
                                                                                : no_variable;
        const auto found = by_reference_.find(reference);
        return found == by_reference_.end() ? no_variable : found->second;
    }

    const XmlFile& file_;
    const ModelDescription& description_;
    std::unordered_map<std::uint32_t, std::uint32_t> by_reference_;
};

}  // namespace

void read_structure(const XmlFile& file, const xml_node& element, ModelDescription& result) {
    const StructureReader reader(file, result);
    if (result.version == Version::fmi2) {
        result.outputs = reader.unknowns(element.child("Outputs"), "Unknown");
        result.derivatives = reader.unknowns(element.child("Derivatives"), "Unknown");
        result.initial_unknowns = reader.unknowns(element.child("InitialUnknowns"), "Unknown");
        return;
    }
    result.outputs = reader.unknowns(element, "Output");
    result.derivatives = reader.unknowns(element, "ContinuousStateDerivative");
    result.initial_unknowns = reader.unknowns(element, "InitialUnknown");
}

}  // namespace gateway::fmu
