// SPDX-License-Identifier: MIT
#pragma once

#include "fmu_vehicle_config.hpp"
#include "host_block.hpp"
#include "host_setup.hpp"

#include "posix/descriptor.hpp"

#include <gateway/base/time.hpp>

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// How an FMU is started.
struct FmuHostStart {
    SimTime step{1'000'000};  ///< of the gateway
    bool only_check = false;  ///< checks the map; the FMU is not executed
    FmuInputs inputs{};       ///< the commands at the start
    /// Nothing: the value of the FMU.
    std::array<std::optional<double>, fmu_start_count> values{};
};

/// The process that executes an FMU: a keeper and its worker. It ends with this object, and with
/// this process.
class FmuHost {
  public:
    /// Starts the process and waits until the FMU has been initialised or, if the setup says so,
    /// checked.
    /// @throws std::runtime_error if that fails; plant::FileError if the map does not fit the FMU
    FmuHost(const FmuVehicleConfig& config, const FmuHostStart& start);
    ~FmuHost();
    FmuHost(const FmuHost&) = delete;
    FmuHost& operator=(const FmuHost&) = delete;

    /// The answer of the worker at the start.
    const fmu_host::HostReport& report() const { return report_; }
    /// The commands of the next step, in the order of the map.
    double& input(std::size_t index) { return block_->inputs[index]; }
    /// The feedback of the last step, in the order of the map. It may have any value.
    double output(std::size_t index) const { return block_->outputs[index]; }
    /// Executes a communication step. @return false if it failed: explain() has the reason, and no
    /// other step may follow
    [[nodiscard]] bool step();
    std::string explain() const;

  private:
    enum class Exchange { done, failed, late, ended };

    void create_block();
    void start(const FmuVehicleConfig& config);
    void await_start(const FmuVehicleConfig& config);
    Exchange exchange(fmu_host::Order order, std::chrono::nanoseconds longest) noexcept;
    bool is_keeper_gone(int limit_ms) const noexcept;
    void read_keeper_reports(int limit_ms);
    std::string how_it_ended() const;
    std::string text_of_worker() const;
    std::string what_it_did() const;
    void end() noexcept;
    void remove_folder() const;
    void throw_mistakes(const FmuMap& map) const;

    std::string name_;  ///< of the FMU's file
    std::uint32_t memory_mb_;
    std::chrono::nanoseconds timeout_;
    fmu_host::Block* block_ = nullptr;
    Descriptor memory_{-1}, lifeline_{-1}, keeper_process_{-1};
    pid_t keeper_ = -1;
    Exchange last_ = Exchange::done;
    std::uint32_t number_ = 0;  ///< of the last request
    std::optional<int> worker_status_{};
    std::string folder_{}, keeper_error_{};
    fmu_host::HostReport report_{};
};

/// Checks a map against its FMU without executing it.
/// @return warnings: what of the FMU is not mapped or not supported
/// @throws as FmuHost
std::vector<std::string> check_fmu(const FmuVehicleConfig& config, SimTime step);

}  // namespace gateway
