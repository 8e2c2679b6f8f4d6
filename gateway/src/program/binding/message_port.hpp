// SPDX-License-Identifier: MIT
#pragma once

#include "port_rules.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace gateway {

/// Why a port cannot have its use; empty if it can.
using Reasons = std::vector<std::string>;

/// Number of elements of the longest message.
constexpr std::size_t longest_message = 10;

/// The value of an element that the program's struct does not have.
constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

/// One element of a program's struct, as a part of a message.
struct MessageElement {
    std::size_t place;  ///< among the elements of the catalogue's struct
    double min;         ///< of an output, as the program writes it
    double max;
    /// For codes: a program's number of an output becomes that of the message, and a message's
    /// number of an input becomes that of the program. Empty if the numbers are the same.
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

/// For each port with codes that are numbers and without a rule for these: which numbers it uses,
/// and the rule that selects those of Autoware.
std::vector<std::string> notes_on_numbering(const std::vector<ddc::interface::Port>& ports,
                                            const PortRules& rules);
/// The same, from the rules alone: it is unknown whether the program's codes are numbers.
std::vector<std::string> notes_on_numbering(const PortRules& rules);

/// Finds the fields of a program's struct in a message, by their names.
/// @param elements gets one item for each element of the struct
/// @return everything that is wrong with the struct
Reasons match_message(const ddc::interface::DataType& type, const SignalUse& use,
                      std::vector<MessageElement>& elements);

}  // namespace gateway
