// SPDX-License-Identifier: MIT
#pragma once

#include "exchange.hpp"
#include "value_block.hpp"

#include <sys/types.h>

#include <stdexcept>
#include <string>

namespace gateway::fmu {

/// The process ddc-program-host of one instance of an FMU, which starts the program in a private
/// table. So this process has neither the table nor the program's descriptors, and no handler of
/// signals. Use it in one thread at a time.
class HostProcess {
  public:
    /// @param resources the FMU's folder, absolute
    /// @throws std::runtime_error if the process cannot be started
    explicit HostProcess(const std::string& resources);
    /// Ends the program, and waits until both processes have ended, at most some seconds.
    ~HostProcess();
    HostProcess(const HostProcess&) = delete;
    HostProcess& operator=(const HostProcess&) = delete;

    /// Sends a request with the inputs, and waits for the outputs.
    /// @param limit longest wait; the process itself has a shorter one for the program
    /// @throws std::runtime_error with the reason of the process, or if it has ended or does not
    /// answer. It cannot be used afterwards.
    void exchange(const HostRequest& request, ValueBlock& inputs, ValueBlock& outputs,
                  std::chrono::milliseconds limit);

  private:
    void start(const std::string& resources, int theirs);
    void check(Exchanged how) const;
    std::string how_ended() const;

    int socket_ = -1;
    pid_t pid_ = -1;
    int process_ = -1;  ///< a pidfd
};

}  // namespace gateway::fmu
