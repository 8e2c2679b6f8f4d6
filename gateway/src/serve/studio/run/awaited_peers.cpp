// SPDX-License-Identifier: MIT
#include "awaited_peers.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <chrono>
#include <utility>

namespace gateway::studio {

/// The descriptor stays owned by the peers.
struct AwaitedPeers::Wait {
    Wait(boost::asio::io_context& context, int its_descriptor, data_port::Wake its_wake)
        : descriptor(context, its_descriptor), wake(std::move(its_wake)) {}
    ~Wait() { descriptor.release(); }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    boost::asio::posix::stream_descriptor descriptor;
    data_port::Wake wake;
};

AwaitedPeers::AwaitedPeers(std::shared_ptr<Peers> peers) : peers_(std::move(peers)) {}

AwaitedPeers::~AwaitedPeers() = default;

void AwaitedPeers::begin(boost::asio::io_context& context, data_port::Wake wake) {
    wait_ = std::make_unique<Wait>(context, peers_->descriptor(), std::move(wake));
    wait_->wake();
}

void AwaitedPeers::update() {
    peers_->update(std::chrono::steady_clock::now());
    if (!wait_ || peers_->have_states()) return;
    wait_->descriptor.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                                 [wake = wait_->wake](boost::system::error_code error) {
                                     if (!error) wake();
                                 });
}

}  // namespace gateway::studio
