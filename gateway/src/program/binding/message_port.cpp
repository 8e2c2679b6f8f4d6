// SPDX-License-Identifier: MIT
#include "message_port.hpp"

#include "text/text.hpp"
#include "vehicle_interface/numbering.hpp"

#include <gateway/base/vehicle_state.hpp>

#include <ddc/interface/elements.hpp>
#include <ddc/interface/signals.hpp>
#include <ddc/interface/similar.hpp>

#include <plant/number_text.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace gateway {
namespace {

namespace interface = ddc::interface;
using interface::BasicType;
using interface::DataType;
using interface::Field;
using interface::StructType;
using vehicle_interface::spec::CodeField;
using vehicle_interface::spec::no_meaning;

constexpr int bytes = 256;
constexpr double largest_real = std::numeric_limits<float>::max();
constexpr double largest_whole = std::numeric_limits<std::int32_t>::max();
constexpr double largest_nanosec = 999'999'999;

struct CodeName {
    std::string_view name;
    std::uint8_t code;
};

/// The codes of a field, with the names of an enum's variants.
struct CodeNames {
    std::string_view field;
    CodeField in_spec;
    std::vector<CodeName> codes;
};

const std::vector<CodeNames>& code_fields() {
    constexpr auto clean = static_cast<std::uint8_t>(Wiper::clean);
    static const std::vector<CodeNames> all = {
        {"blinker",
         CodeField::blinker,
         {{"no_command", 0}, {"off", 1}, {"left", 2}, {"right", 3}, {"hazard", 4}}},
        {"headlight",
         CodeField::headlight,
         {{"no_command", 0}, {"off", 1}, {"on", 2}, {"high", 3}}},
        {"wiper",
         CodeField::wiper,
         {{"no_command", 0}, {"off", 1}, {"low", 2}, {"high", 3}, {"clean", clean}}},
        {"gear",
         CodeField::gear,
         {{"no_command", 0},
          {"drive", 1},
          {"reverse", 2},
          {"park", 3},
          {"low", 4},
          {"neutral", 5}}},
        {"mode",
         CodeField::mode,
         {{"no_command", 0},
          {"autonomous", 1},
          {"manual", 2},
          {"disengaged", 3},
          {"not_ready", 4}}},
    };
    return all;
}

const CodeNames* find_codes(std::string_view field) {
    const auto& all = code_fields();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& codes) { return codes.field == field; });
    return found == all.end() ? nullptr : &*found;
}

/// GEAR_DRIVE of the field `gear` becomes drive.
std::string plain_name(std::string variant, std::string_view field) {
    variant = lower(std::move(variant));
    const std::string prefix = std::string(field) + "_";
    return variant.compare(0, prefix.size(), prefix) == 0 ? variant.substr(prefix.size()) : variant;
}

std::optional<std::uint8_t> code_of(const std::string& variant, const CodeNames& names) {
    const std::string wanted = plain_name(variant, names.field);
    for (const CodeName& known : names.codes)
        if (known.name == wanted) return known.code;
    return std::nullopt;
}

std::string list(const CodeNames& names) {
    return joined(names.codes, ", ", &CodeName::name);
}

/// Whether a struct has codes that are numbers.
bool has_numbers(const DataType& type) {
    const auto* fields = std::get_if<StructType>(&type.of);
    if (fields == nullptr) return false;
    return std::any_of(fields->fields.begin(), fields->fields.end(), [](const Field& field) {
        return find_codes(field.name) != nullptr &&
               !std::holds_alternative<interface::EnumType>(field.type->of);
    });
}

bool is_optional(std::string_view message, std::string_view field) {
    if (field == "stamp" || field == "autonomous") return true;
    return message == "vehicle_control_command" && field == "velocity_mps";  // not in the spec
}

const StructType& struct_of(const interface::Signal& message) {
    return std::get<StructType>(message.data_type.of);
}

/// A message with codes, carried by a port or by one side of a port of direction IO, without a rule
/// for the numbers of the codes.
struct UnsaidNumbering {
    std::string side;  ///< "input", "output", or empty
    const interface::Signal* signal;

    std::string whose() const { return side.empty() ? "its" : "its " + side + "'s"; }
    /// The rule that selects the numbers of Autoware.
    std::string line(const std::string& port) const {
        std::string use = "{signal: " + std::string(signal->name) + ", numbering: autoware}";
        if (!side.empty()) use = "{" + side + ": " + use + "}";
        return "`ports: {" + port + ": " + use +
               "}` under `program` keeps those of Autoware, which were the default before";
    }
};

std::vector<UnsaidNumbering> unsaid_numberings(const PortRule& rule) {
    std::vector<UnsaidNumbering> unsaid;
    const std::pair<const char*, const std::optional<PortUse>*> uses[] = {
        {"", &rule.use}, {"input", &rule.input}, {"output", &rule.output}};
    for (const auto& [side, given] : uses) {
        const auto* use = *given ? std::get_if<SignalUse>(&**given) : nullptr;
        if (use != nullptr && !use->numbering && is_message(*use->signal) &&
            has_codes(*use->signal))
            unsaid.push_back({side, use->signal});
    }
    return unsaid;
}

std::string quoted(const std::string& field) {
    return "field '" + field + "' ";
}

/// Finds the fields of one program's struct in a message.
class Matcher {
  public:
    Matcher(const SignalUse& use, std::vector<MessageElement>& elements)
        : use_(use),
          is_input_(use.signal->direction == interface::Direction::input),
          elements_(elements) {}

    Reasons match(const StructType& mine) {
        for (const Field& field : mine.fields) match(field);
        for (const Field& wanted : message().fields)
            if (!is_optional(use_.signal->name, wanted.name) && !has(mine, wanted.name))
                reasons_.push_back("has no field '" + wanted.name + "'");
        return std::move(reasons_);
    }

  private:
    const StructType& message() const { return struct_of(*use_.signal); }

    static bool has(const StructType& type, const std::string& name) {
        return std::any_of(type.fields.begin(), type.fields.end(),
                           [&](const Field& field) { return field.name == name; });
    }

    void match(const Field& field) {
        std::size_t place = 0;
        for (const Field& known : message().fields) {
            if (known.name == field.name) return match(field, known, place);
            place += element_count(*known.type);
        }
        std::vector<std::string> names;
        for (const Field& known : message().fields) names.push_back(known.name);
        const auto close = interface::similar(field.name, names);
        const std::string text = joined(close.empty() ? names : close);
        reasons_.push_back(quoted(field.name) + "is unknown; " +
                           (close.empty() ? std::string(use_.signal->name) + " has " + text
                                          : "did you mean " + text + "?"));
    }

    void match(const Field& field, const Field& known, std::size_t place) {
        if (known.name == "stamp") return match_stamp(field, place);
        if (const CodeNames* codes = find_codes(known.name))
            return match_code(field, *codes, place);
        const auto wanted = std::get<BasicType>(known.type->of);
        if (wanted == BasicType::q)
            add_if(*field.type == BasicType::q, field, "must be Q",
                   {place, -largest_real, largest_real});
        else if (wanted == BasicType::boolean)
            add_if(*field.type == wanted, field, "must be boolean", {place, 0, 1});
        else
            add_if(is_whole(*field.type), field, "must be Z or N",
                   {place, wanted == BasicType::n ? 0 : -largest_whole - 1, largest_whole});
    }

    static bool is_whole(const DataType& type) {
        return type == BasicType::z || type == BasicType::n || type == BasicType::n1;
    }

    void add_if(bool fits, const Field& field, const char* wanted, MessageElement element) {
        if (fits) return elements_.push_back(std::move(element));
        reasons_.push_back(quoted(field.name) + "is of type " + describe(*field.type) + ", " +
                           wanted);
    }

    void match_stamp(const Field& field, std::size_t place) {
        const auto* mine = std::get_if<StructType>(&field.type->of);
        const bool fits = mine != nullptr && mine->fields.size() == 2 && has(*mine, "sec") &&
                          has(*mine, "nanosec") && is_whole(*mine->fields[0].type) &&
                          is_whole(*mine->fields[1].type);
        if (!fits) {
            reasons_.push_back(quoted(field.name) + "is of type " + describe(*field.type) +
                               ", must be a struct with sec and nanosec, both Z, or be left out");
            return;
        }
        for (const Field& part : mine->fields)
            elements_.push_back(part.name == "sec"
                                    ? MessageElement{place, -largest_whole - 1, largest_whole}
                                    : MessageElement{place + 1, 0, largest_nanosec});
    }

    void match_code(const Field& field, const CodeNames& codes, std::size_t place) {
        if (const auto* variants = std::get_if<interface::EnumType>(&field.type->of))
            return match_enum(field, *variants, codes, place);
        MessageElement element{place, 0, bytes - 1};
        if (use_.numbering != Numbering::autoware) element.meanings = by_spec(codes.in_spec);
        const std::string wanted = "must be Z, N or an enum of " + list(codes);
        add_if(is_whole(*field.type), field, wanted.c_str(), std::move(element));
    }

    /// In commands only the mode autonomous is a request; unset fields are 0.
    std::uint8_t meaning_of(CodeField field, std::uint8_t code) const {
        if (!is_input_ && field == CodeField::mode && code == 0) return 0;
        return later_code(field, code);
    }

    /// The meaning of each byte, for the direction of the port.
    std::vector<double> by_spec(CodeField field) const {
        std::vector<double> meanings(bytes, no_meaning);
        for (int code = 0; code < bytes; ++code) {
            const auto later = meaning_of(field, static_cast<std::uint8_t>(code));
            if (later >= no_meaning) continue;
            const int from = is_input_ ? later : code, to = is_input_ ? code : later;
            meanings[static_cast<std::size_t>(from)] = to;
        }
        return meanings;
    }

    void match_enum(const Field& field, const interface::EnumType& type, const CodeNames& codes,
                    std::size_t place) {
        const std::vector<std::string>& variants = type.variants;
        std::vector<double> code_by_variant;
        for (const std::string& variant : variants) {
            const auto code = code_of(variant, codes);
            code_by_variant.push_back(code.value_or(0));
            if (!code)
                reasons_.push_back(quoted(field.name) + "has the variant '" + variant +
                                   "', which must be one of " + list(codes));
        }
        const auto last = static_cast<double>(variants.size()) - 1;
        if (!is_input_) return elements_.push_back({place, 0, last, std::move(code_by_variant)});
        elements_.push_back({place, 0, last, variant_by_code(field, code_by_variant, codes)});
    }

    /// The variant for each byte. An input must have a variant for every code; a byte without a
    /// meaning becomes the variant for "unknown".
    std::vector<double> variant_by_code(const Field& field,
                                        const std::vector<double>& code_by_variant,
                                        const CodeNames& codes) {
        std::vector<double> meanings(bytes, 0);
        for (const CodeName& known : codes.codes) {
            const auto found = std::find(code_by_variant.begin(), code_by_variant.end(),
                                         static_cast<double>(known.code));
            if (found == code_by_variant.end())
                reasons_.push_back(quoted(field.name) + "has no variant '" +
                                   std::string(known.name) + "', which the vehicle can report");
            const auto variant = static_cast<double>(found - code_by_variant.begin());
            if (known.code == 0) std::fill(meanings.begin(), meanings.end(), variant);
            meanings[known.code] = variant;
        }
        return meanings;
    }

    const SignalUse& use_;
    bool is_input_;
    std::vector<MessageElement>& elements_;
    Reasons reasons_;
};

}  // namespace

std::string MessageElement::wanted() const {
    return "It must be " + plant::plain(min) + " to " + plant::plain(max);
}

bool is_message(const interface::Signal& signal) {
    return std::holds_alternative<StructType>(signal.data_type.of);
}

bool has_codes(const interface::Signal& message) {
    const auto& fields = struct_of(message).fields;
    return std::any_of(fields.begin(), fields.end(),
                       [](const Field& field) { return find_codes(field.name) != nullptr; });
}

std::vector<std::string> notes_on_numbering(const std::vector<interface::Port>& ports,
                                            const PortRules& rules) {
    std::vector<std::string> notes;
    for (const interface::Port& port : ports) {
        if (!has_numbers(port.data_type)) continue;
        const PortRule* rule = rules.find(port.name);
        const interface::Signal* signal = interface::find_signal(port.name);
        std::vector<UnsaidNumbering> unsaid;
        if (rule != nullptr)
            unsaid = unsaid_numberings(*rule);
        else if (signal != nullptr && is_message(*signal))
            unsaid = {{"", signal}};
        for (const UnsaidNumbering& each : unsaid)
            notes.push_back("port '" + port.name + "': " + each.whose() +
                            " codes are the numbers of the specification; " + each.line(port.name));
    }
    return notes;
}

std::vector<std::string> notes_on_numbering(const PortRules& rules) {
    std::vector<std::string> notes;
    for (const PortRule& rule : rules.rules)
        for (const UnsaidNumbering& each : unsaid_numberings(rule))
            notes.push_back("port '" + rule.port + "': where " + each.whose() +
                            " codes are numbers, they are those of the specification; " +
                            each.line(rule.port));
    return notes;
}

Reasons match_message(const DataType& type, const SignalUse& use,
                      std::vector<MessageElement>& elements) {
    if (const auto* mine = std::get_if<StructType>(&type.of))
        return Matcher(use, elements).match(*mine);
    return {"is of type " + describe(type) + ", the signal " + std::string(use.signal->name) +
            " needs a struct with the fields " +
            joined(struct_of(*use.signal).fields, ", ", &Field::name)};
}

}  // namespace gateway
