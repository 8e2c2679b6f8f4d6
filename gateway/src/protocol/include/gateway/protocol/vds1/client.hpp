// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/histogram.hpp>
#include <gateway/base/realtime_runner.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gateway::vds1 {

/// Which numbers the CMDs have.
enum class Compatibility {
    contract,  ///< they start at 1 and rise by one as long as the process lives
    vdsim,     ///< 0 and jumps as well, see Client
};

struct ClientOptions {
    std::string peer_address = "127.0.0.1";   ///< of the plant, IPv4
    std::uint16_t peer_port = 7001;           ///< where it takes CMD
    std::string local_address = "127.0.0.1";  ///< where STATE is taken, IPv4
    std::uint16_t local_port = 7002;          ///< 0: any free one
    std::uint32_t vehicle_id = 0;             ///< other than 0 from version 4 on
    /// Of the CMD; a STATE may have any. Without it, that of the peer's STATEs; before the first
    /// one 3, or 5 if there is a vehicle_id.
    std::optional<std::uint16_t> version;
    std::chrono::nanoseconds state_timeout{100'000'000};
    /// How far apart the calls of receive() ordinarily are.
    std::chrono::nanoseconds look_period{0};
    Compatibility compatibility = Compatibility::contract;
};

struct ClientStatistics {
    std::uint64_t sent = 0;
    std::uint64_t not_sent = 0;  ///< the kernel refused it
    std::uint64_t taken = 0;     ///< STATEs that were the newest when they came
    std::uint64_t lost = 0;      ///< sequence numbers that never came, see Client
    /// Came when a newer one had been taken, or began a stream that was not known as new yet.
    std::uint64_t reordered = 0;
    std::uint64_t duplicates = 0;     ///< came before
    std::uint64_t other_vehicle = 0;  ///< version 4 and later: of another vehicle_id
    std::uint64_t not_finite = 0;     ///< pose, motion or timestamp not a number
    std::uint64_t stale = 0;          ///< may have waited for too long
    std::uint64_t foreign = 0;        ///< datagrams from another host than the peer's
    /// Datagrams of the peer that are no STATE, by DecodeStatus.
    std::array<std::uint64_t, 6> rejected{};
    std::uint64_t timeouts = 0;  ///< how often a fresh STATE became too old
    std::uint64_t ignored = 0;   ///< how often the peer began to ignore our CMDs
    bool is_ignored = false;     ///< STATEs come, and do not show our CMDs
    double state_rate_hz = 0;    ///< of those taken, over the last whole second
    /// From sending a command to the first STATE that shows it applied. Measured only while the
    /// peer applies commands unchanged: see Client.
    Histogram round_trip;
    std::chrono::nanoseconds last_round_trip{0};
};

/// A controller's end of VDS1: one vehicle whose dynamics live in a peer. One non-blocking socket,
/// no thread and no clock: `now` is handed in. Sending and receiving allocate nothing. Belongs to
/// one thread.
///
/// Freshness:
/// | state | event                                              | next state                     |
/// | ---   | ---                                                | ---                            |
/// | FAIL  | a STATE that is newer, or that begins a new stream | fresh                          |
/// | fresh | a STATE with a newer sequence                      | fresh, its age starts anew     |
/// | any   | any other STATE                                    | as it was, counted             |
/// | fresh | no STATE taken for state_timeout                   | FAIL, counted                  |
///
/// When a stream of STATEs begins anew is told in docs/vds1.md, and in the same words for CMDs.
///
/// Some peers keep the last number of a CMD that they took for ever, and always take 0. With
/// Compatibility::vdsim CMDs begin with 0, repeated until a STATE has come after at least three of
/// them and 50 ms. They begin again when the peer is back after a silence, and when it ignores us:
/// STATEs come, CMDs go, and for 1 s nothing that they show as applied can come from them. As long
/// as that does not help, numbers go on above all that were sent for a second, and so in turn, ever
/// more seldom.
///
/// A peer may number the STATEs of each vehicle or those of all its vehicles together; `lost`
/// counts accordingly, by what comes to this socket.
///
/// The round trip is measured passively, since no packet of VDS1 answers another. A value of the
/// steering, from version 5 on also of throttle and brake, that was not among the last 64 sent is
/// remembered with its time; the first STATE that shows the very same bits as applied ends the
/// trip. It contains the plant's waiting for its tick. A peer whose actuator delays, filters or
/// limits shows other bits: then there is nothing to measure, and the histogram stays empty.
class Client {
  public:
    /// @throws std::invalid_argument for options that cannot be
    /// @throws std::runtime_error naming the endpoint if it cannot be listened on
    explicit Client(const ClientOptions& options);
    ~Client();
    Client(Client&&) noexcept;
    Client& operator=(Client&&) noexcept;

    /// Sends a CMD with the next sequence number and `now` as its timestamp.
    /// @return false if the kernel did not take it
    bool send(const Command& command, SteadyTime now) noexcept;

    /// Readable when receive() has something to do. It stays the client's.
    int descriptor() const noexcept;

    /// Takes all that waits, at most 256 datagrams. What waits when it was not called for
    /// look_period and state_timeout, also at the first look, may have waited as long: it is
    /// dropped and counted as stale. @return true if there is a newer STATE
    bool receive(SteadyTime now) noexcept;

    /// The newest STATE, fresh or not. Precondition: has_state().
    const State& state() const noexcept;
    bool has_state() const noexcept;
    bool is_fresh(SteadyTime now) const noexcept;
    /// How long ago receive() took the newest STATE. Precondition: has_state().
    std::chrono::nanoseconds age(SteadyTime now) const noexcept;

    /// Of the next CMD.
    std::uint16_t cmd_version() const noexcept;
    Compatibility compatibility() const noexcept;

    const ClientStatistics& statistics() const noexcept;
    std::uint16_t local_port() const;
    /// The peer as 127.0.0.1:7001, for messages.
    std::string peer() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gateway::vds1
