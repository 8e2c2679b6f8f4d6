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
