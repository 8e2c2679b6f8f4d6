// SPDX-License-Identifier: MIT
#include "program_peer.hpp"

#include "program_proxy.hpp"

#include <ddc/interface/layout.hpp>

#include <cstdio>

namespace gateway {

namespace header = ddc::interface::header;

std::optional<std::string> ProgramPeer::process_ended() const {
    if (child == nullptr) return std::nullopt;
    const auto how = child->ended();
    if (!how) return std::nullopt;
    return "the program (pid " + std::to_string(child->pid()) + ") " + *how;
}

std::optional<std::string> ProgramPeer::lost() const {
    if (auto ended = process_ended()) return ended;
    return proxy != nullptr ? proxy->failure() : std::nullopt;
}

std::uint64_t ProgramPeer::header_writes() const {
    return table.sequence(id(header::interface_type)) +
           table.sequence(id(header::slot_table_start)) +
           table.sequence(id(header::description_size));
}

bool ProgramPeer::is_header_empty() const {
    const auto is_empty = [&](ddc::Id offset) {
        std::int32_t value = 0;
        return table.read(id(offset), value) == ddc::Status::no_data;
    };
    return is_empty(header::interface_type) && is_empty(header::slot_table_start) &&
           is_empty(header::description_size);
}

void ProgramPeer::prepare_start() {
    if (reset_flags() == ddc::Status::ok) was_empty_before_start = is_header_empty();
}

/// A program in realtime mode sets `running` only while `simulation_running` is false.
ddc::Status ProgramPeer::reset_flags() {
    bool is_streamed_to = false;
    static_cast<void>(table.read(id(header::simulation_running), is_streamed_to));
    if (is_streamed_to) {
        const ddc::Status status = table.write(id(header::simulation_running), false);
        if (status != ddc::Status::ok) return status;
    }
    return table.write(id(header::running), false);
}

std::string as_lines(const std::vector<std::string>& texts) {
    std::string lines;
    for (const std::string& text : texts) lines += "\n  " + text;
    return lines;
}

std::string seconds_text(std::chrono::nanoseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", std::chrono::duration<double>(time).count());
    return text;
}

}  // namespace gateway
