// SPDX-License-Identifier: MIT
#pragma once

#include "time_series.hpp"

#include <ddc/interface/signals.hpp>

#include <plant/file_error.hpp>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gateway {

/// What becomes of a number on its way: who gets it sees it times `scale` plus `offset`.
struct Conversion {
    double scale = 1;
    double offset = 0;

    bool is_needed() const noexcept { return scale < 1 || scale > 1 || offset < 0 || offset > 0; }
    /// As it is where nothing is to be converted: the sign of a zero, too.
    double operator()(double value) const noexcept {
        return is_needed() ? value * scale + offset : value;
    }
};

/// What the codes of a message of the vehicle interface mean where they are numbers.
enum class Numbering {
    spec,      ///< the specification's own
    autoware,  ///< of Autoware's messages: 0 is no command
};

/// @name What a port of a program can be used for
/// @{
/// An input that is shown a signal, or an output that sets one.
struct SignalUse {
    const ddc::interface::Signal* signal;  ///< of the catalogue
    Conversion conversion;
    std::optional<Numbering> numbering{};  ///< nothing is said: the specification's
    bool is_old_word = false;              ///< it is said with a word of earlier versions
};
/// An input that always has the same value, whatever its type: JSON as value_from_json() takes it.
struct ConstantUse {
    std::string json;
};
/// An input that changes with simulated time.
struct SeriesUse {
    std::shared_ptr<const TimeSeries> series;
};
/// An input that is always zero, false or empty.
struct ZeroUse {};
/// An output that is only looked at.
struct RecordUse {};
/// Neither written nor read.
struct IgnoreUse {};
/// @}

using PortUse = std::variant<SignalUse, ConstantUse, SeriesUse, ZeroUse, RecordUse, IgnoreUse>;

/// What a configuration says of one port.
struct PortRule {
    std::string port;
    plant::Mistake place;  ///< without a reason
    /// Of the side that it fits; a port of direction IO has both.
    std::optional<PortUse> use;
    std::optional<PortUse> input;   ///< of the input's side
    std::optional<PortUse> output;  ///< of the output's side
};

/// What a configuration says of the ports of a program. Others are known by their names.
struct PortRules {
    plant::Mistake place;  ///< where the rules are, or should be; without a reason
    std::vector<PortRule> rules;
    std::vector<std::string> notes{};  ///< for the user, of what is not wrong
    /// The same, of what may be so: for who asks before the program is known.
    std::vector<std::string> guesses{};
    /// Nothing is driven by the outputs. So ports are bound too that neither a rule nor a signal
    /// fits, as `zero` and `record`, and the program need not have all ports that have a rule.
    bool command_nothing = false;

    const PortRule* find(const std::string& port) const {
        for (const PortRule& rule : rules)
            if (rule.port == port) return &rule;
        return nullptr;
    }
};

}  // namespace gateway
