// SPDX-License-Identifier: MIT
#include "cmd_numbers.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace gateway::vds1 {
namespace {

/// The last number sent to each vehicle; the reference stays valid.
std::atomic<std::uint32_t>& last_number(const Endpoint& peer, std::uint32_t vehicle_id) {
    static std::mutex mutex;
    static std::map<std::tuple<std::uint32_t, std::uint16_t, std::uint32_t>,
                    std::atomic<std::uint32_t>>
        numbers;
    const std::lock_guard<std::mutex> lock(mutex);
    return numbers[{peer.address, peer.port, vehicle_id}];
}

constexpr std::uint32_t fewest_zeros = 3;
constexpr std::chrono::milliseconds shortest_beginning{50};
constexpr std::chrono::seconds time_at_zero{1}, longest_above{64};

}  // namespace

CmdNumbers::CmdNumbers(const Endpoint& peer, std::uint32_t vehicle_id)
    : CmdNumbers(last_number(peer, vehicle_id)) {}

std::uint32_t VdsimNumbers::next(SteadyTime now) noexcept {
    if (!is_beginning_) {
        highest_ = std::max(highest_, ++last_);
        return last_;
    }
    if (zeros_++ == 0) first_zero_at_ = now;
    return 0;
}

void VdsimNumbers::on_state(SteadyTime now) noexcept {
    if (zeros_ >= fewest_zeros && now - first_zero_at_ >= shortest_beginning) is_beginning_ = false;
}

void VdsimNumbers::on_ignored(SteadyTime now) noexcept {
    if (now < retry_.next) return;
    retry_.is_at_zero = !retry_.is_at_zero;
    if (retry_.is_at_zero)
        begin_again();
    else
        continue_above();
    retry_.next = now + (retry_.is_at_zero ? time_at_zero : retry_.time_above);
    if (!retry_.is_at_zero) retry_.time_above = std::min(2 * retry_.time_above, longest_above);
}

void VdsimNumbers::begin_again() noexcept {
    is_beginning_ = true;
    zeros_ = last_ = 0;
}

void VdsimNumbers::continue_above() noexcept {
    is_beginning_ = false;
    last_ = highest_;
}

}  // namespace gateway::vds1
