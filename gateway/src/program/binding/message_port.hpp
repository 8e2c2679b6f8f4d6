// SPDX-License-Identifier: MIT
#pragma once

#include "port_rules.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace gateway {

/// Why a port cannot be used as it should be; none if it can.
using Reasons = std::vector<std::string>;

/// Elements of the longest message.
constexpr std::size_t longest_message = 10;

/// What stands for an element that the program's struct does not have.
constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

/// What one element of a program's struct is in a message.
struct MessageElement {
    std::size_t place;  ///< among the elements of the catalogue's struct
    double min;         ///< of an output, as the program writes it
    double max;
    /// What a number from 0 on becomes: an output's as the message has it, an input's as the
    /// program has it. None if it is the same on both sides.
    std::vector<double> meanings{};

    bool takes(double value) const noexcept { return value >= min && value <= max; }
    /// Precondition: takes(value), or an input's
    double meaning(double value) const noexcept {
        return meanings.empty() ? value : meanings[static_cast<std::size_t>(value)];
    }
    /// "It must be 0 to 255"
    std::string wanted() const;
};

/// Whether a signal is a message of the vehicle interface: a struct.
bool is_message(const ddc::interface::Signal& signal);
/// Whether it has fields with codes.
bool has_codes(const ddc::interface::Signal& message);

/// For each port with codes that are numbers, where no rule says which: what they are, and the line
/// that makes them those of Autoware.
std::vector<std::string> notes_on_numbering(const std::vector<ddc::interface::Port>& ports,
                                            const PortRules& rules);
/// The same of what the rules alone tell: whether codes are numbers, only the program knows.
std::vector<std::string> notes_on_numbering(const PortRules& rules);

/// Finds the fields of a program's struct in a message, by their names.
/// @param elements takes an item for each element of the struct
/// @return everything that is wrong with the struct
Reasons match_message(const ddc::interface::DataType& type, const SignalUse& use,
                      std::vector<MessageElement>& elements);

}  // namespace gateway
