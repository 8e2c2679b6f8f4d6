// SPDX-License-Identifier: MIT
#pragma once

#include "link.hpp"
#include "udp_end.hpp"

#include "summary/socket_summary.hpp"

#include <memory>

namespace gateway {

/// A SOCKET port in the network, with the links that begin and end there. Belongs to the thread of
/// its program after the network's construction.
class NetworkSocket {
  public:
    /// A message to this address, or to the empty one, is sent to all that are connected.
    static constexpr const char* to_all = "ff02::1";

    explicit NetworkSocket(const SocketName& name) : name_(name) {}
    NetworkSocket(const NetworkSocket&) = delete;
    NetworkSocket& operator=(const NetworkSocket&) = delete;

    /// @name During the network's construction
    /// @{
    /// @param address of the program at the other end
    void add_outgoing(Link& link, const std::string& address) {
        outgoing_.push_back({&link, address});
    }
    void add_incoming(Link& link, const std::string& address);
    void connect(const UdpConfig& config) { udp_.push_back(std::make_unique<UdpEnd>(config)); }
    /// @}

    const SocketName& name() const noexcept { return name_; }
    /// The configuration names this port: the program must have it.
    bool is_required() const noexcept;
    /// The direction that the configuration requires.
    bool must_send() const noexcept;
    bool must_receive() const noexcept;

    /// The program is connected; called before its first cycle. Precondition: at most
    /// Payload::most_elements, no text
    void open(const Payload& payload, bool is_input);
    bool is_open() const noexcept { return is_open_; }
    /// Adds faults to all that is sent from here, before the first cycle.
    void set_faults(const std::vector<AppliedFault>& faults);
    /// The program has no further cycle: no later message is sent to this port.
    void close() noexcept;

    /// Sends to the links with that address.
    void send(const std::string& to, const std::uint64_t* elements,
              const Sending& sending) noexcept;

    struct Received {
        const std::string* from = nullptr;  ///< the sender's address
        const std::uint64_t* elements = nullptr;
    };
    /// A cycle of the receiver begins: messages that arrive until then can be read.
    /// @param place of the receiver's vehicle
    void begin_cycle(SimTime now, const Place& place) noexcept;
    /// The first message to be delivered, by (arrival, sender, number); messages of UDP peers come
    /// last.
    /// @return false if there is none
    bool first(Received& received) noexcept;
    /// Removes that message. Precondition: first() found one
    void take() noexcept;

    SocketSummary& counters() noexcept { return counters_; }
    /// Counts of the links and of the UDP peers.
    SocketSummary summary() const;

  private:
    struct Connection {
        Link* link;
        std::string address;  ///< of the program at the other end
    };

    SocketName name_;
    std::vector<Connection> outgoing_;
    std::vector<Connection> incoming_;  ///< by sender
    std::vector<std::unique_ptr<UdpEnd>> udp_;
    Payload payload_{ddc::interface::BasicType::void_};
    bool is_open_ = false;
    bool has_begun_ = false;
    SimTime now_{0};
    std::optional<SimTime> cycle_before_;
    Place place_;
    Link* first_link_ = nullptr;
    UdpEnd* first_udp_ = nullptr;
    bool is_late_ = false;
    SocketSummary counters_;
};

}  // namespace gateway
