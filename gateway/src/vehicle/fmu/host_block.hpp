// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The memory that the gateway shares with ddc-fmu-host. The gateway trusts nothing in it that the
/// worker can write: numbers are checked, texts limited.
namespace gateway::fmu_host {

/// What the worker does, for messages.
enum class Phase : std::uint32_t {
    unpack,
    load,
    instantiate,
    initialise,
    set,
    do_step,
    get,
    terminate,
    waiting,
};

/// What the gateway requests.
enum class Order : std::uint32_t {
    start,  ///< with the text of a HostSetup; the reply has that of a HostReport
    step,
    end,
};

/// The result of a request.
enum class Result : std::uint32_t { done, failed };

/// Value of Block::reply after the end of the worker.
inline constexpr std::uint32_t host_ended = 0xffffffffU;
inline constexpr std::size_t most_inputs = 64;
inline constexpr std::size_t most_outputs = 256;
inline constexpr std::size_t text_bytes = std::size_t{1} << 20U;

struct Block {
    /// Written by the gateway: number of the last request, a futex of the worker.
    alignas(64) std::atomic<std::uint32_t> request;
    Order order;
    double inputs[most_inputs];  ///< commands, SI units

    /// Written by the worker: the number of the request that is done, a futex of the gateway.
    alignas(64) std::atomic<std::uint32_t> reply;
    Result result;
    std::atomic<Phase> phase;
    std::atomic<double> time_s;  ///< of the step
    std::atomic<std::uint32_t> has_run_out_of_memory;
    double outputs[most_outputs];  ///< feedback, SI units

    /// The text of a setup, a report, or a failure; ends with a zero.
    char text[text_bytes];
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free &&
              std::atomic<double>::is_always_lock_free);

/// A packet from the keeper to the gateway.
struct KeeperReport {
    enum class What : std::uint32_t {
        folder,  ///< text: the private folder, which exists now
        ended,   ///< status: of the worker, as of waitpid()
        failed,  ///< text: why the worker cannot be started
    } what;
    std::int32_t status;
    char text[256];
};

/// @name Numbers of the descriptors that ddc-fmu-host gets
/// @{
inline constexpr int block_descriptor = 3;
inline constexpr int lifeline_descriptor = 4;
/// @}

}  // namespace gateway::fmu_host
