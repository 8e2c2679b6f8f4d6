// SPDX-License-Identifier: MIT
// every_signal prints the catalogue of signals as JSON, for docs/reference/signals.md: an interface
// whose ports are the signals, and the other members of each signal.
#include <ddc/interface/parse.hpp>
#include <ddc/interface/signals.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <iostream>
#include <string>

namespace {

using nlohmann::ordered_json;

/// An infinite limit is null.
ordered_json limit_of(double value) {
    return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json catalogue() {
    ddc::interface::ProgramInterface program_interface;
    program_interface.name = "catalogue";
    for (const auto& signal : ddc::interface::signals()) {
        ddc::interface::Port port;
        port.name = signal.name;
        port.direction = signal.direction;
        port.data_type = signal.data_type;
        program_interface.ports.push_back(port);
    }
    auto json = ordered_json::parse(ddc::interface::to_json(program_interface));
    for (std::size_t i = 0; i < json["ports"].size(); ++i) {
        const auto& signal = ddc::interface::signals()[i];
        json["ports"][i].update({{"is_basic", i < ddc::interface::basic_signals},
                                 {"unit", signal.unit},
                                 {"min", limit_of(signal.min)},
                                 {"max", limit_of(signal.max)},
                                 {"meaning", signal.meaning}});
    }
    return json["ports"];
}

}  // namespace

int main() {
    std::cout << catalogue().dump(1) << '\n';
    return std::cout ? 0 : 1;
}
