// SPDX-License-Identifier: MIT
#include "host_setup.hpp"

#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace gateway::fmu_host {
namespace {

using Fields = std::vector<std::string>;

constexpr std::size_t most_items = 10'000;
constexpr const char* section_names[] = {"input", "output", "start", "parameter", "step"};

std::string number_text(double value) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string optional_text(const std::optional<double>& value) {
    return value ? number_text(*value) : "";
}

double number_in(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) throw std::invalid_argument("no number: " + text);
    return value;
}

std::optional<double> optional_in(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return number_in(text);
}

void add_line(std::string& text, const Fields& fields) {
    for (const std::string& field : fields)
        if (std::any_of(field.begin(), field.end(), is_control))
            throw std::invalid_argument("a name or value has a control character: " +
                                        printable(field));
    text += joined(fields, "\t") + "\n";
}

Fields variable_fields(const char* section, const SetupVariable& v) {
    return {section,
            v.variable,
            v.signal,
            v.unit,
            optional_text(v.factor),
            number_text(v.gain),
            number_text(v.offset),
            optional_text(v.value)};
}

SetupVariable variable_in(const Fields& f) {
    return {f.at(1),
            f.at(2),
            f.at(3),
            optional_in(f.at(4)),
            number_in(f.at(5)),
            number_in(f.at(6)),
            optional_in(f.at(7))};
}

Fields fields_of(const std::string& line) {
    Fields fields{""};
    for (const char c : line) c == '\t' ? void(fields.emplace_back()) : fields.back().push_back(c);
    return fields;
}

template <class Use>
void for_each_line(const std::string& text, const Use& use) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        use(fields_of(text.substr(begin, end - begin)));
        begin = end + 1;
    }
}

void read_line(const Fields& f, HostSetup& setup) {
    const std::string& key = f.at(0);
    if (key == "file") setup.file = f.at(1);
    if (key == "only_check") setup.only_check = f.at(1) == "1";
    if (key == "allow_tool") setup.allow_tool = f.at(1) == "1";
    if (key == "memory_mb") setup.memory_mb = static_cast<std::uint32_t>(number_in(f.at(1)));
    if (key == "step_s") setup.step_s = number_in(f.at(1));
    if (key == "communication_step_s") setup.communication_step_s = optional_in(f.at(1));
    if (key == "input") setup.inputs.push_back(variable_in(f));
    if (key == "output") setup.outputs.push_back(variable_in(f));
    if (key == "start") setup.start.push_back(variable_in(f));
    if (key == "parameter") setup.parameters.push_back({f.at(1), f.at(2)});
}

template <class Whole>
std::optional<Whole> whole_in(const std::string& text) {
    Whole value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

std::optional<Section> section_named(const std::string& name) {
    for (std::size_t i = 0; i < std::size(section_names); ++i)
        if (name == section_names[i]) return static_cast<Section>(i);
    return std::nullopt;
}

void read_wrong(const Fields& f, HostReport& report) {
    const auto section = section_named(f[1]);
    const auto index = whole_in<std::size_t>(f[2]);
    if (section && index) report.wrong.push_back({*section, *index, printable(f[3])});
}

/// Replaces the bytes that separate lines and fields.
std::string flat(std::string text) {
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

}  // namespace

std::string to_text(const HostSetup& setup) {
    std::string text;
    add_line(text, {"file", setup.file});
    add_line(text, {"only_check", setup.only_check ? "1" : "0"});
    add_line(text, {"allow_tool", setup.allow_tool ? "1" : "0"});
    add_line(text, {"memory_mb", std::to_string(setup.memory_mb)});
    add_line(text, {"step_s", number_text(setup.step_s)});
    add_line(text, {"communication_step_s", optional_text(setup.communication_step_s)});
    for (const SetupVariable& v : setup.inputs) add_line(text, variable_fields("input", v));
    for (const SetupVariable& v : setup.outputs) add_line(text, variable_fields("output", v));
    for (const SetupVariable& v : setup.start) add_line(text, variable_fields("start", v));
    for (const SetupParameter& p : setup.parameters)
        add_line(text, {"parameter", p.variable, p.value});
    return text;
}

HostSetup setup_from(const std::string& text) {
    HostSetup setup;
    try {
        for_each_line(text, [&](const Fields& fields) { read_line(fields, setup); });
    } catch (const std::out_of_range&) {
        throw std::invalid_argument("a line of the setup is too short");
    }
    return setup;
}

std::string to_text(const HostReport& report) {
    std::string text;
    add_line(text, {"steps", std::to_string(report.steps)});
    for (const WrongItem& item : report.wrong)
        add_line(text, {"wrong", section_names[static_cast<std::size_t>(item.section)],
                        std::to_string(item.index), flat(item.text)});
    for (const std::string& warning : report.warnings) add_line(text, {"warning", flat(warning)});
    return text;
}

HostReport report_from(const std::string& text) {
    HostReport report;
    for_each_line(text, [&](const Fields& f) {
        if (report.wrong.size() + report.warnings.size() >= most_items) return;
        if (f[0] == "steps" && f.size() == 2)
            report.steps = std::max(whole_in<std::uint32_t>(f[1]).value_or(1), 1U);
        if (f[0] == "wrong" && f.size() == 4) read_wrong(f, report);
        if (f[0] == "warning" && f.size() == 2) report.warnings.push_back(printable(f[1], 2000));
    });
    return report;
}

std::string printable(const std::string& text, std::size_t longest) {
    return ddc::interface::visible(text.substr(0, longest)) + (text.size() > longest ? "..." : "");
}

}  // namespace gateway::fmu_host
