// SPDX-License-Identifier: MIT
#pragma once

#include "peers.hpp"

namespace gateway::studio {

/// Peers that run already, until they have been heard. Belongs to the thread of the context that it
/// waits in.
class AwaitedPeers {
  public:
    explicit AwaitedPeers(std::shared_ptr<Peers> peers);
    ~AwaitedPeers();
    AwaitedPeers(const AwaitedPeers&) = delete;
    AwaitedPeers& operator=(const AwaitedPeers&) = delete;

    /// @param wake called at once, and when something has come from them, for look()
    void begin(boost::asio::io_context& context, data_port::Wake wake);
    /// Takes what has come, and lets the next wake.
    void look();
    const std::shared_ptr<Peers>& peers() const { return peers_; }

  private:
    struct Wait;

    const std::shared_ptr<Peers> peers_;
    std::unique_ptr<Wait> wait_;
};

}  // namespace gateway::studio
