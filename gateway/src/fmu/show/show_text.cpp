// SPDX-License-Identifier: MIT
#include "description/words.hpp"
#include "show.hpp"
#include "show_words.hpp"
#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cstddef>

namespace gateway::fmu {
namespace {

using ddc::interface::visible;
using Row = std::vector<std::string>;

/// Longer cells are cut, with "..." at their end.
constexpr std::size_t most_width = 60;

/// Number of characters of a text in UTF-8.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (byte & '\xc0') != '\x80'; }));
}

std::string cut(const std::string& text) {
    const std::string shown = visible(text);
    if (width_of(shown) <= most_width) return shown;
    std::size_t size = most_width - 3;
    while (size > 0 && (shown[size] & '\xc0') == '\x80') --size;
    return shown.substr(0, size) + "...";
}

/// Rows with aligned columns; the first row is their names. The last column is not cut.
std::string table(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(cut(row[i])));
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_last = i + 1 == row.size();
            const std::string cell = is_last ? visible(row[i]) : cut(row[i]);
            line += "  " + cell;
            if (!is_last) line += std::string(widths[i] - width_of(cell), ' ');
        }
        text += std::string(
                    trimmed(line).empty() ? "" : line.substr(0, line.find_last_not_of(' ') + 1)) +
                "\n";
    }
    return text;
}

/// A line "name: value", or nothing without a value.
std::string fact(const char* name, const std::string& value) {
    constexpr std::size_t width = 20;
    if (value.empty()) return "";
    std::string line = std::string(name) + ":";
    line.resize(std::max(width, line.size() + 1), ' ');
    return line + visible(value) + "\n";
}

std::string experiment_text(const DefaultExperiment& experiment) {
    std::vector<std::string> parts;
    const auto add = [&](const char* name, const std::optional<double>& value) {
        if (value) parts.push_back(name + number_text(value) + " s");
    };
    add("start ", experiment.start_s);
    add("stop ", experiment.stop_s);
    add("step ", experiment.step_s);
    return joined(parts);
}

std::string platforms_text(const Fmu& fmu) {
    const std::vector<std::string> platforms = platforms_of(fmu);
    if (platforms.empty()) return "none";
    return joined(platforms) + (own_library(fmu).empty() ? " (none is this machine's)" : "");
}

/// What keeps the importer from an FMU though it may be valid; empty if nothing does.
std::string obstacle(const ModelDescription& description) {
    if (!description.co_simulation) return "cannot be used here: it has no co-simulation";
    if (description.co_simulation->needs_execution_tool)
        return "needs `allow_tool: true`: it starts another program";
    return "";
}

std::string facts(const Fmu& fmu) {
    const ModelDescription& description = fmu.description;
    return fact("name", description.model_name) + fact("description", description.description) +
           fact("FMI", description.version_text + ", " + joined(interfaces_of(description))) +
           fact("made by", description.generation_tool) + fact("licence", description.license) +
           fact("platforms", platforms_text(fmu)) +
           fact("capabilities", joined(capabilities_of(description))) +
           fact("default experiment", experiment_text(description.default_experiment)) +
           fact("import", obstacle(description));
}

std::string variables_text(const ModelDescription& description) {
    std::vector<Row> rows{
        {"causality", "name", "type", "unit", "start", "min", "max", "description"}};
    for (const Variable& each : description.variables) {
        std::string kind = word_of(each.causality, causality_words);
        if (!is_supported(each)) kind += " (not supported)";
        rows.push_back({kind, each.name, type_text(each, description.version), each.unit,
                        start_text(each), number_text(each.min), number_text(each.max),
                        each.description});
    }
    return "\nVariables\n" + table(rows);
}

std::string units_text(const ModelDescription& description) {
    if (description.units.empty()) return "";
    std::vector<Row> rows{{"unit", "in base units"}};
    for (const Unit& unit : description.units)
        rows.push_back({unit.name, unit.has_base ? base_text(unit) : "not stated"});
    return "\nUnits\n" + table(rows);
}

std::string terminals_text(const ModelDescription& description) {
    if (description.terminals.empty()) return "";
    std::vector<Row> rows{{"terminal", "rule", "kind", "variables"}};
    for (const Terminal& terminal : description.terminals)
        rows.push_back({terminal.name, terminal.matching_rule, terminal.kind,
                        joined(terminal.members, ", ",
                               [](const Terminal::Member& each) { return each.variable; })});
    return "\nTerminals\n" + table(rows);
}

std::string violations_text(const std::vector<Violation>& violations) {
    if (violations.empty()) return "\nNo rule is violated.\n";
    std::string text = "\nViolations of rules\n";
    for (const Violation& violation : violations) text += "  " + to_string(violation) + "\n";
    return text;
}

}  // namespace

std::string show_text(const Fmu& fmu, const std::vector<Violation>& violations) {
    return facts(fmu) + variables_text(fmu.description) + units_text(fmu.description) +
           terminals_text(fmu.description) + violations_text(violations);
}

}  // namespace gateway::fmu
