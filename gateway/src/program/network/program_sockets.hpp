// SPDX-License-Identifier: MIT
#pragma once

#include "network.hpp"
#include "socket_queues.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "cycle/socket_carrier.hpp"
#include "process/program_peer.hpp"

namespace gateway {

/// Transfers messages between one program's SOCKET ports in the table and the network. Ports that
/// the configuration does not connect are not used.
///
/// Only bind() allocates.
class ProgramSockets : public SocketCarrier {
  public:
    /// @param program index among the run's programs
    ProgramSockets(Network& network, std::size_t program, ddc::Table& table, ddc::Id reference_id)
        : network_(network),
          sockets_(network.sockets_of(program)),
          table_(table),
          reference_id_(reference_id) {}

    std::vector<std::string> describe(ProgramDescription& description) const override;
    std::vector<std::string> bind(const ProgramDescription& description) override;
    std::vector<std::string> ports() const override;
    /// Adds faults to what the program sends: the part of each is a port. To be called before
    /// bind().
    void set_faults(const std::vector<AppliedFault>& faults);

    /// Before a cycle: writes received messages into the program's queues.
    /// @param is_there false while the program is lost: the messages wait
    void deliver(const CycleInput& input, bool is_there);
    /// After a cycle: reads the messages of the program from the table.
    void collect();
    /// Sends the collected messages; does not access the table.
    void post(const CycleRecord& record);
    /// The current cycle is the last one: later messages to these ports have no receiver.
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
