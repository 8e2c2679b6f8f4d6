// SPDX-License-Identifier: MIT
#pragma once

#include "network.hpp"
#include "socket_queues.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "cycle/socket_carrier.hpp"
#include "process/program_peer.hpp"

namespace gateway {

/// The SOCKET ports of one program between its table and the network. Those that the configuration
/// does not connect are left alone.
///
/// Allocates in bind() alone.
class ProgramSockets : public SocketCarrier {
  public:
    /// @param program among the run's programs
    ProgramSockets(Network& network, std::size_t program, ddc::Table& table, ddc::Id reference_id)
        : network_(network),
          sockets_(network.sockets_of(program)),
          table_(table),
          reference_id_(reference_id) {}

    std::vector<std::string> describe(ProgramDescription& description) const override;
    std::vector<std::string> bind(const ProgramDescription& description) override;
    std::vector<std::string> ports() const override;

    /// Before a turn: shows the program what has arrived.
    /// @param is_there false: the program is away, and what arrives waits
    void deliver(const CycleInput& input, bool is_there);
    /// Behind a turn: takes what the program sends out of the table.
    void collect();
    /// Sends what was collected; the table is not touched.
    void post(const CycleRecord& record);
    /// The turn under way was the last one: what is sent here later has no receiver.
    void close() noexcept;

    std::vector<SocketSummary> summaries() const;

  private:
    struct BoundSocket {
        NetworkSocket* socket;
        SocketQueues queues;
    };
    std::string problem_of(const NetworkSocket& socket, const ProgramDescription& description,
                           std::size_t port) const;
    std::string bind(NetworkSocket& socket, const ProgramDescription& description,
                     std::size_t port);
    void deliver(BoundSocket& bound);

    Network& network_;
    std::vector<NetworkSocket*> sockets_;
    ddc::Table& table_;
    ddc::Id reference_id_;
    std::vector<BoundSocket> bound_;
};

}  // namespace gateway
