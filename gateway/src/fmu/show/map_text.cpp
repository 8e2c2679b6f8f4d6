// SPDX-License-Identifier: MIT
#include "guess.hpp"
#include "show.hpp"
#include "show_words.hpp"
#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace gateway::fmu {
namespace {

using ddc::interface::visible;
using Used = std::set<const Variable*>;

/// A text in quotes, as JSON writes it. Control characters above ASCII become escapes, which YAML
/// has too.
std::string quoted(const std::string& text) {
    const nlohmann::json json(text);
    return visible(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// A name as a value or key of YAML: in quotes, as JSON writes it, unless it is a plain word.
std::string yaml_word(const std::string& name) {
    const auto is_plain = [](char each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
               (each >= '0' && each <= '9') || each == '_' || each == '.';
    };
    const bool is_letter = !name.empty() && is_plain(name.front()) && name.front() > '9';
    // A single letter, such as y, is a truth value for some readers of YAML.
    if (is_letter && name.size() > 1 && std::all_of(name.begin(), name.end(), is_plain))
        return name;
    return quoted(name);
}

/// What a user has to know about a variable: its unit, limits and description.
std::string remark(const Variable& variable) {
    std::string text = variable.unit.empty() ? "no unit" : "[" + variable.unit + "]";
    if (variable.min || variable.max)
        text += ", " + (variable.min ? number_text(variable.min) : "") + " to " +
                (variable.max ? number_text(variable.max) : "");
    constexpr std::size_t most_bytes = 200;
    if (!variable.description.empty() && variable.description.size() <= most_bytes)
        text += ", " + variable.description;
    return visible(text);
}

/// Words with commas, in comments of several lines.
std::string wrapped(const std::vector<std::string>& words) {
    constexpr std::size_t most_width = 100;
    std::string text, line = "  # not found:";
    for (const std::string& word : words) {
        if (line.size() + word.size() + 2 > most_width) {
            text += line + "\n";
            line = "  #   ";
        }
        line += " " + word + (&word == &words.back() ? "" : ",");
    }
    return words.empty() ? "" : text + line + "\n";
}

/// @param is_comment whether the line of a signal is one
template <class IsComment>
std::string section(const char* name, const std::vector<Guess>& guesses, Used& used,
                    IsComment is_comment) {
    std::string found;
    std::vector<std::string> missing;
    for (const Guess& guess : guesses) {
        if (guess.variable == nullptr) {
            missing.push_back(guess.signal + " [" + guess.unit + "]");
            continue;
        }
        used.insert(guess.variable);
        found += (is_comment(guess) ? "  # " : "  ") + guess.signal + ": " +
                 yaml_word(guess.variable->name) + "  # " + remark(*guess.variable) + "\n";
    }
    return (found.empty() ? "# " : "") + std::string(name) + ":\n" + found + wrapped(missing);
}

std::string section(const char* name, const std::vector<Guess>& guesses, Used& used) {
    return section(name, guesses, used, [](const Guess&) { return false; });
}

/// The inputs. With both pedals, the inputs of other levels are comments: an FMU that has several
/// may need to be switched between them.
std::string inputs_text(const ModelDescription& description, Used& used) {
    const std::vector<Guess> guesses = guess_inputs(description);
    const auto has = [&](const char* signal) {
        return std::any_of(guesses.begin(), guesses.end(), [&](const Guess& each) {
            return each.signal == signal && each.variable != nullptr;
        });
    };
    const bool has_pedals = has("throttle") && has("brake");
    return section("inputs", guesses, used, [&](const Guess& each) {
        return has_pedals && (each.signal == "accel_mps2" || each.signal == "velocity_mps" ||
                              each.signal.rfind("torque_", 0) == 0);
    });
}

/// Parameters with their defaults, as comments.
std::string parameters_text(const ModelDescription& description, Used& used) {
    std::string text;
    for (const Variable& each : description.variables) {
        const bool is_parameter = each.causality == Causality::parameter && is_supported(each);
        if (!is_parameter || !used.insert(&each).second) continue;
        const std::string start =
            each.type == Type::string ? quoted(start_text(each)) : start_text(each);
        text += "  # " + yaml_word(each.name) + ": " + start + "  # " + remark(each) + "\n";
    }
    return text.empty() ? "" : "# parameters:\n" + text;
}

std::string unused_text(const ModelDescription& description, const Used& used) {
    std::string text;
    for (const Variable& each : description.variables) {
        const bool is_outside =
            each.causality == Causality::input || each.causality == Causality::output;
        if (!is_outside || used.count(&each) != 0) continue;
        text += std::string("#   ") + (each.causality == Causality::input ? "input" : "output") +
                " " + yaml_word(each.name) + ": " + remark(each) +
                (is_supported(each) ? "" : ", not supported") + "\n";
    }
    return text.empty() ? "" : "# Not mapped:\n" + text;
}

}  // namespace

std::string map_text(const Fmu& fmu, const std::string& file) {
    const ModelDescription& description = fmu.description;
    Used used;
    std::string text =
        "# The signals of " + visible(file) +
        ", guessed by name and unit: check each line.\n"
        "# Signals are x forward, y to the left, z up, steer_rad at the tyres. Where "
        "the FMU has\n# y to the right, write {variable: NAME, gain: -1} for y, yaw, "
        "its rate and steering.\n"
        "# Use it with `vehicle: {fmu: ..., map: THIS_FILE}`.\n";
    text += inputs_text(description, used);
    text += section("outputs", guess_outputs(description), used);
    text += section("start", guess_starts(description), used);
    text += parameters_text(description, used);
    return text + unused_text(description, used);
}

}  // namespace gateway::fmu
