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

/// Represents in the table a program in TCP mode. It connects to the program, publishes its
/// interface as a program of the table does, and forwards each request for a cycle. It runs in a
/// separate thread; a cycle does not allocate.
///
/// Inputs without data in the table are not sent. The program is searched for when `running` is
/// reset, as the gateway does to connect to a program. The same applies to a program that was lost
/// or cannot be used.
class TcpProgram : public ProgramProxy {
  public:
    TcpProgram(ddc::Table& table, ddc::Id reference_id, const TcpProgramConfig& config, Log log);
    /// Sends the end of the session to the program.
    ~TcpProgram() override;
    TcpProgram(const TcpProgram&) = delete;
    TcpProgram& operator=(const TcpProgram&) = delete;

    std::optional<std::string> failure() const override;
    std::string awaited() const override;

  private:
    /// The elements of a port among those of all ports of its direction.
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

    /// @name A session. Each function throws PacketError if the session has ended, and
    /// std::exception
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
    mutable std::mutex mutex_;  ///< guards the members below
    std::string awaited_;
    std::optional<std::string> failure_;
    std::uint64_t failed_at_;  ///< sequence of `running` when it failed
    std::thread thread_;
};

}  // namespace gateway::tcp
