// SPDX-License-Identifier: MIT
#include <ddc/interface/layout.hpp>
#include <ddc/interface/signals.hpp>

namespace ddc::interface {

std::string_view to_string(InterfaceType type) {
    return type == InterfaceType::basic ? "basic" : "dynamic";
}

const std::vector<HeaderEntry>& header_entries(InterfaceType type) {
    static const auto entries_with = [](std::string_view seventh, std::string_view eighth) {
        return std::vector<HeaderEntry>{
            {header::running, "running", ElementKind::boolean},
            {header::interface_type, "interface_type", ElementKind::string},
            {header::time_mode, "time_mode", ElementKind::string},
            {header::run_cycle_switch, "run_cycle_switch", ElementKind::boolean},
            {header::delta_sec, "delta_sec", ElementKind::real64},
            {header::execution_time, "execution_time", ElementKind::real64},
            {header::simulation_running, "simulation_running", ElementKind::boolean},
            {7, seventh, ElementKind::int32},
            {8, eighth, ElementKind::int32},
        };
    };
    static const auto basic = entries_with("input_start_id", "output_start_id");
    static const auto dynamic = entries_with("slot_table_start", "description_size");
    return type == InterfaceType::basic ? basic : dynamic;
}

const ProgramInterface& basic_interface() {
    static const ProgramInterface instance = [] {
        ProgramInterface built{"basic_interface", std::string(current_version), {}};
        for (std::size_t i = 0; i < basic_signals; ++i) {
            const Signal& signal = signals()[i];
            Port port;
            port.name = signal.name;
            port.direction = signal.direction;
            port.data_type = signal.data_type;
            built.ports.push_back(std::move(port));
        }
        return built;
    }();
    return instance;
}

}  // namespace ddc::interface
