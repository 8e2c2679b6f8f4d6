// SPDX-License-Identifier: MIT
#include "read_program.hpp"

#include "binding/bind_ports.hpp"
#include "binding/bind_side.hpp"
#include "binding/message_port.hpp"
#include "binding/signal_functions.hpp"
#include "number/units.hpp"
#include "text/text.hpp"

#include <ddc/interface/parse.hpp>
#include <ddc/interface/similar.hpp>

#include <plant/open_file.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <utility>

namespace gateway {
namespace {

using ddc::interface::Direction;
using ddc::interface::Signal;
using nlohmann::json;
using plant::YamlReader;
using plant::YamlValue;

constexpr plant::Range any_number;

/// The value of a word without quotes in YAML.
json json_of_word(const std::string& text) {
    if (text == "true" || text == "false") return text == "true";
    if (text == "null" || text == "~" || text.empty()) return nullptr;
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, whole);
    if (error == std::errc() && stop == end) return whole;
    double number = 0;
    return plant::read_number(text, any_number, number).empty() ? json(number) : json(text);
}

json json_of(const YamlValue& value) {
    if (!value.items) return value.is_quoted ? json(value.text) : json_of_word(value.text);
    json list = json::array();
    for (const YamlValue& item : *value.items) list.push_back(json_of(item));
    return list;
}

const Signal* find_signal(YamlReader& reader) {
    std::string name;
    if (!reader.text("signal", name)) return nullptr;
    if (const Signal* signal = ddc::interface::find_signal(name)) return signal;
    std::vector<std::string> names;
    for (const Signal& signal : ddc::interface::signals()) names.emplace_back(signal.name);
    const auto close = ddc::interface::similar(name, names);
    const std::string list = joined(close.empty() ? names : close);
    reader.refuse("signal",
                  "there is no signal '" + name + "'; " +
                      (close.empty() ? "there are " + list : "did you mean " + list + "?"));
    return nullptr;
}

/// The scale that corresponds to `unit`.
void read_unit(YamlReader& reader, const Signal& signal, double& scale) {
    std::string unit;
    if (!reader.text("unit", unit)) return;
    const bool is_input = signal.direction == Direction::input;
    const auto factor = is_input ? unit_factor(signal.unit, unit) : unit_factor(unit, signal.unit);
    if (reader.has("scale"))
        return reader.refuse("unit", "sets the scale; keep one of unit and scale");
    if (factor)
        scale = *factor;
    else
        reader.refuse("unit", std::string(signal.name) + " is in " + std::string(signal.unit) +
                                  ", the unit can be one of " + units_like(signal.unit) + "; is '" +
                                  unit + "'");
}

void read_numbering(YamlReader& reader, SignalUse& use) {
    enum class Word { spec, autoware, later } word{};
    if (!reader.choice("numbering", word, {"spec", "autoware", "later"})) return;
    use.numbering = word == Word::spec ? Numbering::spec : Numbering::autoware;
    use.is_old_word = word == Word::later;
    if (!is_message(*use.signal) || !has_codes(*use.signal))
        reader.refuse("numbering",
                      "is for vehicle_state_command and vehicle_state_report, which have codes");
}

std::optional<PortUse> read_signal(YamlReader& reader) {
    const Signal* signal = find_signal(reader);
    SignalUse use{signal, {}};
    reader.number("scale", use.conversion.scale, any_number);
    reader.number("offset", use.conversion.offset, any_number);
    reader.allow("unit");
    reader.allow("numbering");
    if (signal == nullptr) return std::nullopt;
    read_unit(reader, *signal, use.conversion.scale);
    const bool is_flag = signal->data_type == ddc::interface::BasicType::boolean;
    if (is_flag && use.conversion.is_needed())
        reader.refuse("signal", "is true or false, which has no scale, offset and unit");
    if (is_message(*signal) && use.conversion.is_needed())
        reader.refuse("signal", "is a message, which has no scale, offset and unit");
    read_numbering(reader, use);
    return use;
}

/// The error of a number with a leading zero, or nothing.
std::string complaint_of(const YamlValue& value) {
    for (const YamlValue& item : value.items.value_or(std::vector<YamlValue>{}))
        if (std::string complaint = complaint_of(item); !complaint.empty()) return complaint;
    double ignored = 0;
    const bool is_number = !value.items && !value.is_quoted &&
                           plant::read_data_number(value.text, any_number, ignored).empty();
    return is_number ? plant::read_number(value.text, any_number, ignored) : "";
}

std::optional<PortUse> read_constant(YamlReader& reader) {
    const auto value = reader.value("constant");
    if (!value) return std::nullopt;
    if (const std::string complaint = complaint_of(*value); !complaint.empty()) {
        reader.refuse("constant", complaint);
        return std::nullopt;
    }
    return ConstantUse{json_of(*value).dump()};
}

/// A name, or a list of names.
bool read_columns(YamlReader& reader, std::vector<std::string>& columns) {
    if (!reader.require("column")) return false;
    const auto value = reader.value("column");
    if (!value) return false;
    const auto items = value->items.value_or(std::vector<YamlValue>{*value});
    for (const YamlValue& item : items) {
        if (item.items || item.text.empty()) {
            reader.refuse("column", "must be the name of a column, or a list of names");
            return false;
        }
        columns.push_back(item.text);
    }
    return true;
}

std::optional<PortUse> read_series(YamlReader& reader) {
    TimeColumns columns;
    const bool has_columns = read_columns(reader, columns.values);
    reader.text("time", columns.time);
    reader.choice("interpolation", columns.between, {"hold", "linear"});
    std::optional<std::filesystem::path> file;
    if (!reader.input_file("csv", file) || !has_columns) return std::nullopt;
    try {
        return SeriesUse{std::make_shared<TimeSeries>(load_time_series(*file, columns))};
    } catch (const plant::FileError& error) {  // reported at the port that needs the file
        reader.refuse("csv", error.what());
        return std::nullopt;
    }
}

std::optional<PortUse> read_map(YamlReader& parent, const char* key, YamlReader& reader) {
    constexpr const char* kinds[] = {"signal", "constant", "csv"};
    int given = 0;
    for (const char* kind : kinds) {
        reader.allow(kind);
        given += reader.has(kind) ? 1 : 0;
    }
    if (given != 1) {
        parent.refuse(key, "must have one of signal, constant, csv");
        return std::nullopt;
    }
    if (reader.has("signal")) return read_signal(reader);
    return reader.has("constant") ? read_constant(reader) : read_series(reader);
}

std::optional<PortUse> read_use(YamlReader& parent, const char* key) {
    if (parent.is_map(key)) {
        auto reader = *parent.section(key);
        return read_map(parent, key, reader);
    }
    constexpr const char* otherwise =
        "must be zero, record, ignore, or a map with signal, constant or csv";
    const auto text = parent.scalar(key, otherwise);
    if (!text) return std::nullopt;
    if (*text == "zero") return ZeroUse{};
    if (*text == "record") return RecordUse{};
    if (*text == "ignore") return IgnoreUse{};
    parent.refuse(key, std::string(otherwise) + ", is '" + *text + "'");
    return std::nullopt;
}

/// One side of a port of direction IO.
void read_side(YamlReader& reader, const char* key, bool (*fits)(const PortUse&),
               std::optional<PortUse>& use) {
    if (!reader.has(key)) return reader.allow(key);
    use = read_use(reader, key);
    if (use && !fits(*use))
        reader.refuse(key, std::string("is not a use of an ") + key +
                               "; docs/reference/ports.md lists the uses");
}

PortRule read_rule(YamlReader& ports, const std::string& name) {
    const char* key = name.c_str();
    PortRule rule{name, ports.mistake(name, ""), {}, {}, {}};
    if (ports.is_map(key)) {
        auto reader = *ports.section(key);
        if (reader.has("input") || reader.has("output")) {
            read_side(reader, "input", is_of_input, rule.input);
            read_side(reader, "output", is_of_output, rule.output);
            return rule;
        }
    }
    rule.use = read_use(ports, key);
    return rule;
}

const Signal* output_of(const PortRule& rule) {
    for (const auto* use : {&rule.use, &rule.output})
        if (const auto* signal = *use ? std::get_if<SignalUse>(&**use) : nullptr)
            if (signal->signal->direction == Direction::output) return signal->signal;
    return nullptr;
}

void refuse_rivals(YamlReader& ports, const std::vector<PortRule>& rules) {
    for (std::size_t i = 0; i < rules.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Signal *later = output_of(rules[i]), *first = output_of(rules[j]);
            if (later == nullptr || first == nullptr) continue;
            const PartName* shared =
                first_shared(*find_output_signal(later->name), *find_output_signal(first->name));
            if (shared != nullptr)
                ports.refuse(rules[i].port, "sets " + std::string(shared->name) + ", as '" +
                                                rules[j].port + "' does; keep one of them");
        }
}

void note_old_words(const PortRule& rule, std::vector<std::string>& notes) {
    const std::pair<const char*, const std::optional<PortUse>*> uses[] = {
        {"", &rule.use}, {".input", &rule.input}, {".output", &rule.output}};
    for (const auto& [side, given] : uses) {
        const auto* use = *given ? std::get_if<SignalUse>(&**given) : nullptr;
        if (use != nullptr && use->is_old_word)
            notes.push_back("program.ports." + rule.port + side +
                            ".numbering: `later` has been renamed to autoware");
    }
}

}  // namespace

PortRules read_ports(YamlReader& program) {
    PortRules result{program.mistake("ports", ""), {}};
    auto ports = program.section("ports");
    if (!ports) return result;
    for (const std::string& name : ports->keys()) result.rules.push_back(read_rule(*ports, name));
    refuse_rivals(*ports, result.rules);
    for (const PortRule& rule : result.rules) note_old_words(rule, result.notes);
    return result;
}

void check_interface(YamlReader& program, PortRules& rules) {
    std::optional<std::filesystem::path> file;
    if (!program.has("interface")) rules.guesses = notes_on_numbering(rules);
    if (!program.input_file("interface", file) || !program.good("ports")) return;
    const std::string text = plant::text_of(*file);
    ProgramDescription description;
    try {
        description.ports = ddc::interface::parse(text, description.warnings);
    } catch (const ddc::interface::InterfaceError& error) {
        return program.refuse("interface", file->string() + ": " + error.what());
    }
    description.layout = default_layout(description.ports, 1);
    InputBindings inputs;
    OutputBindings outputs;
    std::string problems;
    for (const std::string& problem :
         bind(description, ddc::first_program_id, inputs, outputs, rules))
        problems += "\n  " + problem;
    if (!problems.empty())
        program.refuse("interface", "the program's ports do not fit:" + problems);
    for (std::string& note : notes_on_numbering(description.ports.ports, rules))
        rules.notes.push_back(std::move(note));
}

}  // namespace gateway
