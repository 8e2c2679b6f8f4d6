// SPDX-License-Identifier: MIT
#include "program_package.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace gateway::fmu {

namespace interface = ddc::interface;
using interface::ElementKind;

namespace {

constexpr std::string_view first_line = "ddc-gateway program 1";
constexpr std::streamsize longest_text = 1 << 24;
constexpr std::int64_t longest_period_ns = 1'000'000'000'000;

struct KindName {
    ElementKind kind;
    std::string_view name;
};
constexpr std::array<KindName, 4> kinds = {{{ElementKind::boolean, "boolean"},
                                            {ElementKind::int32, "int32"},
                                            {ElementKind::real64, "real64"},
                                            {ElementKind::string, "string"}}};

std::string_view name_of(ElementKind kind) {
    return std::find_if(kinds.begin(), kinds.end(),
                        [&](const KindName& each) { return each.kind == kind; })
        ->name;
}

/// Cuts the text before the first space off.
std::string_view next_word(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

template <class Number>
Number number_in(std::string_view text, Number least, Number most) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        throw std::runtime_error("\"" + std::string(text) + "\" is no number from " +
                                 std::to_string(least) + " to " + std::to_string(most));
    return value;
}

std::string safe_path(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = rest.substr(0, end);
        if (part.empty() || part == "." || part == "..") break;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (text.empty() || text.back() == '/' || !rest.empty())
        throw std::runtime_error("\"" + std::string(text) + "\" is no path below resources");
    return std::string(text);
}

PackedVariable variable_of(bool is_input, std::string_view rest) {
    const std::string_view kind = next_word(rest);
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const KindName& each) { return each.name == kind; });
    if (found == kinds.end())
        throw std::runtime_error("\"" + std::string(kind) + "\" is no type of an entry");
    if (rest.empty()) throw std::runtime_error("the variable has no name");
    return {is_input, found->kind, std::string(rest)};
}

void take_line(std::string_view line, ProgramPackage& package) {
    const std::string_view key = next_word(line);
    if (key == "fmi")
        package.version = number_in<int>(line, 2, 3) == 2 ? Version::fmi2 : Version::fmi3;
    else if (key == "token")
        package.token = line;
    else if (key == "period_ns")
        package.period_ns = number_in<std::int64_t>(line, 1, longest_period_ns);
    else if (key == "reference_id")
        package.reference_id = number_in<std::int32_t>(line, interface::min_reference_id, 0xffffff);
    else if (key == "executable")
        package.executables.push_back(safe_path(line));
    else if (key == "word")
        package.command.push_back(package.command.empty() ? safe_path(line) : std::string(line));
    else if (key == "input" || key == "output")
        package.variables.push_back(variable_of(key == "input", line));
    else
        throw std::runtime_error("\"" + std::string(key) + "\" is no key");
    if (package.variables.size() > interface::Limits::elements)
        throw std::runtime_error("too many variables");
}

void append_line(std::string& text, std::string_view key, std::string_view value) {
    const auto is_control = [](char each) { return static_cast<unsigned char>(each) < ' '; };
    if (std::any_of(value.begin(), value.end(), is_control))
        throw std::invalid_argument("a name or an argument has a control character: " +
                                    std::string(value));
    text.append(key).append(" ").append(value).append("\n");
}

}  // namespace

std::vector<PackedVariable> packed_variables(const ProgramPackage& package, bool is_input) {
    std::vector<PackedVariable> found;
    for (const PackedVariable& each : package.variables)
        if (each.is_input == is_input) found.push_back(each);
    return found;
}

std::vector<ElementKind> kinds_of(const ProgramPackage& package, bool is_input) {
    std::vector<ElementKind> kinds;
    for (const PackedVariable& each : package.variables)
        if (each.is_input == is_input) kinds.push_back(each.kind);
    return kinds;
}

std::string to_text(const ProgramPackage& package) {
    std::string text = std::string(first_line) + "\n";
    append_line(text, "fmi", package.version == Version::fmi2 ? "2" : "3");
    append_line(text, "token", package.token);
    append_line(text, "period_ns", std::to_string(package.period_ns));
    append_line(text, "reference_id", std::to_string(package.reference_id));
    for (const std::string& file : package.executables) append_line(text, "executable", file);
    for (const std::string& word : package.command) append_line(text, "word", word);
    for (const PackedVariable& each : package.variables)
        append_line(text, each.is_input ? "input" : "output",
                    std::string(name_of(each.kind)) + " " + each.name);
    return text;
}

ProgramPackage package_from_text(const std::string& text) {
    ProgramPackage package;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        try {
            if (number > 1)
                take_line(line, package);
            else if (line != first_line)
                throw std::runtime_error("is not \"" + std::string(first_line) + "\"");
        } catch (const std::runtime_error& error) {
            throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
        }
    }
    if (package.token.empty() || package.command.empty() || package.period_ns == 0 ||
        package.reference_id == 0)
        throw std::runtime_error("token, period_ns, reference_id or word is missing");
    return package;
}

ProgramPackage read_package(const std::string& resources) {
    const std::string path = resources + "/" + packed::description;
    std::ifstream file(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(longest_text) + 1, '\0');
    file.read(text.data(), longest_text + 1);
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.empty()) throw std::runtime_error(path + " cannot be read");
    if (text.size() > static_cast<std::size_t>(longest_text))
        throw std::runtime_error(path + " is too large");
    try {
        return package_from_text(text);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(path + ": " + error.what());
    }
}

}  // namespace gateway::fmu
