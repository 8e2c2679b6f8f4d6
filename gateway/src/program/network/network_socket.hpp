// SPDX-License-Identifier: MIT
#pragma once

#include "link.hpp"
#include "udp_end.hpp"

#include "summary/socket_summary.hpp"

#include <memory>

namespace gateway {

/// A SOCKET port as the network has it: the links that begin and end there. Belongs to the thread
/// of its program, once the network is made.
class NetworkSocket {
  public:
    /// A message to this address, or to the empty one, goes to all that are connected.
    static constexpr const char* to_all = "ff02::1";

    explicit NetworkSocket(const SocketName& name) : name_(name) {}
    NetworkSocket(const NetworkSocket&) = delete;
    NetworkSocket& operator=(const NetworkSocket&) = delete;

    /// @name While the network is made
    /// @{
    /// @param address of the program at the other end
    void add_outgoing(Link& link, const std::string& address) {
        outgoing_.push_back({&link, address});
    }
    void add_incoming(Link& link, const std::string& address);
    void connect(const UdpConfig& config) { udp_.push_back(std::make_unique<UdpEnd>(config)); }
    /// @}

    const SocketName& name() const noexcept { return name_; }
    /// The configuration names this port, so that the program must have it.
    bool is_required() const noexcept;
    /// The configuration needs the port to have that direction.
    bool must_send() const noexcept;
    bool must_receive() const noexcept;

    /// The program is there, before its first turn. Precondition: at most Payload::most_elements,
    /// no text
    void open(const Payload& payload, bool is_input);
    bool is_open() const noexcept { return is_open_; }
    /// The turn that began last was the program's last one: no later message is sent here.
    void close() noexcept;

    /// Sends along the links to that address.
    void send(const std::string& to, const std::uint64_t* elements,
              const Sending& sending) noexcept;

    struct Received {
        const std::string* from = nullptr;  ///< the sender's address
        const std::uint64_t* elements = nullptr;
    };
    /// A turn of the receiver begins: what arrives until then can be taken.
    /// @param place of the receiver's vehicle
    void begin_cycle(SimTime now, const Place& place) noexcept;
    /// The first message to be shown, by (arrival, sender, number); those from outside come last.
    /// @return false if there is none
    bool first(Received& received) noexcept;
    /// Takes that message. Precondition: first() found one
    void take() noexcept;

    SocketSummary& counters() noexcept { return counters_; }
    /// With what the UDP peers have counted.
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
