// SPDX-License-Identifier: MIT
#pragma once

#include "socket/udp_socket.hpp"

#include <poll.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace tests {

/// Fractions of datagrams with each fault of a bad network; a datagram has at most one.
struct NetworkFaults {
    double dropped = 0;
    double duplicated = 0;
    double held_back = 0;  ///< until the next one has passed: out of order
    double delayed = 0;    ///< by `delay`
    double corrupted = 0;  ///< one bit inverted
    double truncated = 0;
    std::chrono::milliseconds delay{20};
};

struct ProxyCounters {
    std::atomic<std::uint64_t> taken{0}, dropped{0}, duplicated{0}, held_back{0}, delayed{0},
        corrupted{0}, truncated{0};
    std::atomic<std::uint64_t> passed{0};  ///< sent on, including duplicates and damaged ones
    std::atomic<std::uint64_t> late{0};    ///< delayed, and not yet passed
};

/// A bad network on the loopback: sends what port() receives on to `to`, with faults. Seeded, so
/// that the same faults occur in the same order. Runs in a separate thread.
class UdpProxy {
  public:
    UdpProxy(std::uint16_t to_port, const NetworkFaults& faults, unsigned seed)
        : UdpProxy(gateway::make_endpoint("127.0.0.1", to_port), faults, seed) {}
    UdpProxy(const gateway::Endpoint& to, const NetworkFaults& faults, unsigned seed)
        : socket_(gateway::make_endpoint("127.0.0.1", 0)),
          to_(to),
          faults_(faults),
          random_(seed),
          thread_([this] { forward_until_closed(); }) {}
    ~UdpProxy() {
        is_closed_ = true;
        thread_.join();
    }
    UdpProxy(const UdpProxy&) = delete;
    UdpProxy& operator=(const UdpProxy&) = delete;

    std::uint16_t port() const { return socket_.local().port; }
    const ProxyCounters& counters() const { return counters_; }
    /// Blocks all datagrams from now on, or passes them again.
    void cut(bool is_cut) { is_cut_ = is_cut; }
    /// Delays all datagrams from now on; 0 for none.
    void delay(std::chrono::milliseconds time) { delay_ = time; }

  private:
    using Clock = std::chrono::steady_clock;
    using Bytes = std::vector<std::byte>;

    void forward_until_closed() {
        while (!is_closed_) {
            pollfd polled{socket_.descriptor(), POLLIN, 0};
            ::poll(&polled, 1, 1);
            const std::size_t count = batch_.receive(socket_);
            for (std::size_t i = 0; i < count; ++i) {
                treat(Bytes(batch_.data(i), batch_.data(i) + batch_.size(i)));
                ++counters_.taken;
            }
            send_what_is_due();
        }
    }

    void treat(Bytes data) {
        double luck = std::uniform_real_distribution<double>()(random_);
        const auto strikes = [&](double part) { return (luck -= part) < 0; };
        if (is_cut_ || strikes(faults_.dropped)) {
            ++counters_.dropped;
            return;
        }
        const auto delay = delay_.load();
        if (delay.count() > 0) {
            pass_later(std::move(data), delay);
            return;
        }
        if (strikes(faults_.held_back) && !held_) {
            ++counters_.held_back;
            held_ = std::move(data);
            return;
        }
        if (strikes(faults_.delayed)) {
            pass_later(std::move(data), faults_.delay);
            return;
        }
        if (strikes(faults_.duplicated)) {
            ++counters_.duplicated;
            pass(data);
        } else if (strikes(faults_.corrupted)) {
            ++counters_.corrupted;
            const std::size_t bit = random_() % (data.size() * 8);
            data[bit / 8] ^= std::byte{1} << (bit % 8);
        } else if (strikes(faults_.truncated)) {
            ++counters_.truncated;
            data.resize(random_() % data.size());
        }
        pass(data);
        if (held_) pass(*held_);
        held_.reset();
    }

    void pass_later(Bytes data, std::chrono::milliseconds delay) {
        ++counters_.delayed;
        ++counters_.late;
        late_.emplace_back(Clock::now() + delay, std::move(data));
    }
    void send_what_is_due() {
        for (; !late_.empty() && late_.front().first <= Clock::now(); late_.pop_front()) {
            pass(late_.front().second);
            --counters_.late;
        }
    }
    void pass(const Bytes& data) {
        ++counters_.passed;
        static_cast<void>(socket_.send(to_, data.data(), data.size()));
    }

    gateway::UdpSocket socket_;
    gateway::Endpoint to_;
    NetworkFaults faults_;
    gateway::DatagramBatch batch_;
    std::mt19937 random_;
    std::optional<Bytes> held_;
    std::deque<std::pair<Clock::time_point, Bytes>> late_;
    ProxyCounters counters_;
    std::atomic<std::chrono::milliseconds> delay_{std::chrono::milliseconds(0)};
    std::atomic<bool> is_cut_{false}, is_closed_{false};
    std::thread thread_;
};

}  // namespace tests
