// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"
#include "cycle/socket_carrier.hpp"
#include "montisim/value_codec.hpp"
#include "network/network.hpp"
#include "network/socket_queues.hpp"

#include <memory>
#include <vector>

namespace gateway::tcp {

/// Format of values: simulators use JSON for debugging.
enum class ValueFormat { binary, json };

/// The part of a program in the network of a configuration: its links to other programs.
struct NetworkPart {
    std::shared_ptr<Network> network;  ///< null: no links
    std::size_t program = 0;           ///< among those of the configuration
};

/// All SOCKET ports of a program that have a slot. They transfer messages between the table, the
/// simulator and the links of the configuration. Messages of the program are sent to both; it
/// receives the messages of both.
class SessionSockets : public SocketCarrier {
  public:
    /// Messages per port that wait for room in the program's queue; further ones are dropped.
    static constexpr std::size_t most_waiting = 1024;

    SessionSockets(ddc::Table& table, ddc::Id reference_id, NetworkPart part)
        : table_(table), reference_id_(reference_id), part_(std::move(part)) {}
    ~SessionSockets() override;
    SessionSockets(const SessionSockets&) = delete;
    SessionSockets& operator=(const SessionSockets&) = delete;

    std::vector<std::string> describe(ProgramDescription& description) const override;
    std::vector<std::string> bind(const ProgramDescription& description) override;
    std::vector<std::string> ports() const override;

    /// Reads a message of the simulator for the port with this index in the interface. A message
    /// for a port without a slot is ignored.
    /// @throws montisim::PacketError
    void receive(std::size_t port, montisim::PayloadReader& payload, ValueFormat format);
    /// Before a cycle at `now`: writes received messages into the program's queues.
    void show(SimTime now);
    /// After the cycle: reads the messages of the program from the table.
    void collect();
    /// Sends the messages read from the port with this index, and appends them to an answer.
    /// @throws montisim::PacketError
    void send(std::size_t port, const Sending& sending, ValueFormat format,
              montisim::PacketBuffer& answer);

    /// Messages without room, and invalid packets of the program.
    std::uint64_t dropped() const noexcept {
        return dropped_ + counters_.unreadable + counters_.oversized;
    }

  private:
    struct BoundPort {
        std::size_t index;  ///< in the interface
        std::string name;
        ddc::interface::DataType type;  ///< a simple_packet
        Payload payload;
        SocketQueues queues;
        ddc::Group scratch;  ///< of one packet, as stored in the table
        NetworkSocket* links;
        struct Message {
            std::string address;
            std::vector<std::uint64_t> elements;
        };
        std::vector<Message> messages{};  ///< waiting messages, followed by unused memory
        std::size_t waiting = 0;
    };
    BoundPort* find(std::size_t port);
    std::string add(const ProgramDescription& description, std::size_t port);
    void show_simulators(BoundPort& bound);
    void show_links(BoundPort& bound);

    ddc::Table& table_;
    ddc::Id reference_id_;
    NetworkPart part_;
    std::vector<std::unique_ptr<BoundPort>> bound_;
    std::uint64_t dropped_ = 0;
    SocketSummary counters_;
};

}  // namespace gateway::tcp
