// SPDX-License-Identifier: MIT
#pragma once

#include "peers.hpp"

namespace gateway::studio {

/// Waits for the first STATE of running peers. Used in the thread of the context in which it waits.
class AwaitedPeers {
  public:
    explicit AwaitedPeers(std::shared_ptr<Peers> peers);
    ~AwaitedPeers();
    AwaitedPeers(const AwaitedPeers&) = delete;
    AwaitedPeers& operator=(const AwaitedPeers&) = delete;

    /// @param wake called at once, and when data has arrived, to call update()
    void begin(boost::asio::io_context& context, data_port::Wake wake);
    /// Reads the data that has arrived, and waits for more.
    void update();
    const std::shared_ptr<Peers>& peers() const { return peers_; }

  private:
    struct Wait;

    const std::shared_ptr<Peers> peers_;
    std::unique_ptr<Wait> wait_;
};

}  // namespace gateway::studio
