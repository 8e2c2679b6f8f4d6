// SPDX-License-Identifier: MIT
#pragma once

#include "output_relay.hpp"

#include "fmu/host_block.hpp"
#include "output/scratch_folder.hpp"
#include "posix/descriptor.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace gateway::fmu_host {

/// Starts a worker in a private folder, waits for its end or that of the gateway, and removes the
/// folder. It reads nothing of the FMU.
class Keeper {
  public:
    /// @param name of the FMU, for its output
    explicit Keeper(const std::string& name);
    /// @return the exit code
    int run();

  private:
    void block_signals();
    void map_block();
    void start_worker();
    [[noreturn]] void be_worker(int output, pid_t keeper);
    void watch();
    bool reap();
    void end_descendants();
    void report_end();
    void report(KeeperReport report, const std::string& text);

    Descriptor lifeline_{lifeline_descriptor};
    OutputRelay relay_;
    Descriptor deaths_{-1}, output_{-1};
    Block* block_ = nullptr;
    ScratchFolder folder_{"ddc-fmu."};
    pid_t worker_ = -1;
    std::optional<int> worker_status_{};
};

}  // namespace gateway::fmu_host
