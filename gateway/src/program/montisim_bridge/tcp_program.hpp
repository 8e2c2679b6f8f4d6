// SPDX-License-Identifier: MIT
#pragma once

#include "connection.hpp"
#include "tcp_program_config.hpp"

#include "process/program_proxy.hpp"

#include <gateway/base/log.hpp>

#include <ddc/interface/program.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace gateway::tcp {

/// Stands in the table for a program in TCP mode: connects to it, publishes its interface as a
/// program behind the DDC does, and takes each cycle that is asked of it there to the program and
/// back. In a thread of its own; a cycle allocates nothing.
///
/// Inputs that the table has no data of are not sent. The program is looked for when `running` is
/// reset, as the gateway does to look for a program; so is one that was lost, or cannot be worked
/// with.
class TcpProgram : public ProgramProxy {
  public:
    TcpProgram(ddc::Table& table, ddc::Id reference_id, const TcpProgramConfig& config, Log log);
    /// Tells the program that the session is over.
    ~TcpProgram() override;
    TcpProgram(const TcpProgram&) = delete;
    TcpProgram& operator=(const TcpProgram&) = delete;

    std::optional<std::string> failure() const override;
    std::string awaited() const override;

  private:
    /// A port's elements among those of all ports of its direction.
    struct Place {
        std::size_t first_input = 0;
        std::size_t first_output = 0;
        std::size_t count = 0;
        std::size_t socket = 0;  ///< among the SOCKET ports
    };

    void run();
    void fail(const std::string& why);
    bool await_reset();
    void set_awaited(const std::string& what);
    ddc::Id running() const { return reference_id_ + ddc::interface::header::running; }

    /// @name A session. Each throws PacketError if it is over, and std::exception
    /// @{
    void serve();
    void connect();
    std::string ask_for_interface();
    void publish(const std::string& interface_text);
    void place_ports();
    void run_cycles();
    void run_cycle();
    void add_inputs(std::size_t port);
    void add_messages(std::size_t port);
    void take_answer();
    void take_output(montisim::PayloadReader& payload);
    void send();
    montisim::PacketView receive();
    void end();
    /// @}

    ddc::Table& table_;
    const ddc::Id reference_id_;
    const TcpProgramConfig config_;
    const Log log_;
    std::optional<Connection> connection_;
    montisim::PacketBuffer packets_;  ///< to be sent
    std::unique_ptr<ddc::interface::Program> program_;
    std::vector<Place> places_;  ///< of each port
    double execution_time_s_ = 0;
    std::uint64_t dropped_ = 0;  ///< messages of the program for which the table had no room

    std::atomic<bool> stop_{false};
    mutable std::mutex mutex_;  ///< of what follows
    std::string awaited_;
    std::optional<std::string> failure_;
    std::uint64_t failed_at_;  ///< the sequence of `running`: it stands until the next write
    std::thread thread_;
};

}  // namespace gateway::tcp
