// SPDX-License-Identifier: MIT
#pragma once

#include "network_socket.hpp"

#include <mutex>

namespace gateway {

/// What the SOCKET ports of a run's programs are connected to. Whole once it is made; then each
/// program uses its own sockets, from its own thread.
class Network {
  public:
    /// @param addresses of all programs of the run
    /// @throws std::runtime_error if it cannot listen where it should
    Network(const NetworkConfig& config, const std::vector<std::string>& addresses);

    /// Those that are connected, in the order of the configuration.
    std::vector<NetworkSocket*> sockets_of(std::size_t program);

    /// A program is there, and this is what a port of it carries. May be called again.
    /// @return why the port at another end does not fit, or nothing
    /// @param is_input it takes what arrives
    std::string open(NetworkSocket& socket, const ddc::interface::DataType& payload, bool is_input);

  private:
    NetworkSocket& socket(const SocketName& name);
    struct KnownType {
        SocketName name;
        ddc::interface::DataType payload;
    };
    std::string mismatch(const KnownType& type, const SocketName& other) const;

    std::vector<std::string> addresses_;
    std::vector<std::unique_ptr<Link>> links_;
    std::vector<std::unique_ptr<NetworkSocket>> sockets_;
    std::mutex mutex_;  ///< of the types, which are looked at before the first turn alone
    std::vector<KnownType> types_;
};

}  // namespace gateway
