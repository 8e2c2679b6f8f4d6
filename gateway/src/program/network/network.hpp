// SPDX-License-Identifier: MIT
#pragma once

#include "network_socket.hpp"

#include <mutex>

namespace gateway {

/// The connections of the SOCKET ports of a run's programs. Complete after construction; then each
/// program uses its sockets from its thread.
class Network {
  public:
    /// @param addresses of all programs of the run
    /// @throws std::runtime_error if a UDP port cannot be opened
    Network(const NetworkConfig& config, const std::vector<std::string>& addresses);

    /// The connected sockets of a program, in the order of the configuration.
    std::vector<NetworkSocket*> sockets_of(std::size_t program);

    /// A program is connected, and its port carries this type. May be called again.
    /// @param is_input the port receives
    /// @return why the port at another end does not fit, or nothing
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
    std::mutex mutex_;  ///< guards the types, which are only used before the first cycle
    std::vector<KnownType> types_;
};

}  // namespace gateway
