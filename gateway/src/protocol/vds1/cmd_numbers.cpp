// SPDX-License-Identifier: MIT
#include "cmd_numbers.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace gateway::vds1 {

namespace {

/// The last number to each vehicle; an entry stays where it is.
std::atomic<std::uint32_t>& last_number(const Endpoint& peer, std::uint32_t vehicle_id) {
    static std::mutex mutex;
    static std::map<std::tuple<std::uint32_t, std::uint16_t, std::uint32_t>,
                    std::atomic<std::uint32_t>>
        numbers;
    const std::lock_guard<std::mutex> lock(mutex);
    return numbers[{peer.address, peer.port, vehicle_id}];
}

}  // namespace

CmdNumbers::CmdNumbers(const Endpoint& peer, std::uint32_t vehicle_id)
    : last_(last_number(peer, vehicle_id)) {}

}  // namespace gateway::vds1
