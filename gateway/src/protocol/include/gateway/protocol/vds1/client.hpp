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

namespace gateway {
class FaultyLink;
}

namespace gateway::vds1 {

/// How the sequence numbers of CMDs are chosen.
enum class Compatibility {
    contract,  ///< start at 1, increase by one as long as the process runs
    vdsim,     ///< also 0 and jumps, for the public VDSim; see Client
};

/// What is done with a STATE whose lag exceeds the limit.
enum class LateState {
    use,   ///< it is used, and counted
    drop,  ///< it is counted and not used, so that the vehicle is lost if all are late
};

/// Options of a Client.
struct ClientOptions {
    std::string peer_address = "127.0.0.1";   ///< IPv4 address of the plant
    std::uint16_t peer_port = 7001;           ///< where the plant receives CMDs
    std::string local_address = "127.0.0.1";  ///< where STATEs are received, IPv4
    std::uint16_t local_port = 7002;          ///< 0 for any free port
    std::uint32_t vehicle_id = 0;             ///< must be 0 before version 4
    /// Version of the CMDs; STATEs may have any version. Nothing: the version of the peer's STATEs;
    /// before the first one 3, or 5 with a vehicle_id other than 0.
    std::optional<std::uint16_t> version;
    /// The vehicle is lost if no STATE was used for this time; > 0.
    std::chrono::nanoseconds state_timeout{100'000'000};
    /// Usual time between two calls of receive().
    std::chrono::nanoseconds look_period{0};
    Compatibility compatibility = Compatibility::contract;  ///< numbers of the CMDs
    /// Seconds of the peer's clock in a second of the steady clock; > 0.
    double time_scale = 1;
    /// A STATE that took this much longer than the fastest ones is late; > 0.
    std::chrono::nanoseconds lag_limit{100'000'000};
    LateState late_state = LateState::use;
};

/// Counts of a Client since its construction. A datagram that is not used counts once.
struct ClientStatistics {
    std::uint64_t sent = 0;      ///< CMDs
    std::uint64_t not_sent = 0;  ///< CMDs that the kernel rejected
    std::uint64_t taken = 0;     ///< STATEs that were used
    std::uint64_t lost = 0;      ///< sequence numbers that never arrived, see Client
    /// STATEs that arrived after a newer one was used, or before their stream was accepted as new.
    std::uint64_t reordered = 0;
    std::uint64_t duplicates = 0;     ///< STATEs that had arrived before
    std::uint64_t other_vehicle = 0;  ///< STATEs of another vehicle_id (version 4 and later)
    std::uint64_t not_finite = 0;  ///< STATEs with a pose, motion or timestamp that is not finite
    std::uint64_t stale = 0;       ///< datagrams that may have waited in the socket for too long
    std::uint64_t foreign = 0;     ///< datagrams from another host
    /// Datagrams of the peer that are no valid STATE; the index is the DecodeStatus.
    std::array<std::uint64_t, 6> rejected{};
    std::uint64_t timeouts = 0;  ///< how often the newest STATE became too old
    std::uint64_t ignored = 0;   ///< how often the peer began to ignore the CMDs
    bool is_ignored = false;     ///< STATEs arrive that do not report the CMDs as applied
    double state_rate_hz = 0;    ///< rate of the used ones over the last whole second
    /// Time from sending a command to the first STATE that reports it as applied. Measured only
    /// while the peer applies commands unchanged, see Client.
    Histogram round_trip;
    std::chrono::nanoseconds last_round_trip{0};  ///< 0 if none was measured
    /// Lag of the STATEs, see Client; of those for which the peer's clock could be estimated.
    Histogram lag;
    std::optional<std::chrono::nanoseconds> last_lag;  ///< of the newest STATE
    std::uint64_t late = 0;                            ///< STATEs whose lag exceeded the limit
    /// The newest estimate of the peer's clock: its seconds minus the steady clock, and how much
    /// faster it is in millionths. Nothing if it was never estimated.
    std::optional<double> clock_offset_s, clock_drift_ppm;
};

/// The controller's end of VDS1, for one remote vehicle. It has one non-blocking socket, no thread
/// and no clock: `now` is a parameter. Sending and receiving do not allocate. Not thread-safe.
///
/// Whether the newest STATE is fresh:
/// | state | event                                              | next state                     |
/// | ---   | ---                                                | ---                            |
/// | FAIL  | a STATE that is newer, or that begins a new stream | fresh                          |
/// | fresh | a STATE with a newer sequence                      | fresh, its age restarts        |
/// | any   | any other STATE                                    | unchanged, counted             |
/// | fresh | no STATE used for state_timeout                    | FAIL, counted                  |
///
/// docs/reference/vds1.md describes when a STATE with a lower sequence begins a new stream; the
/// same rule applies to CMDs.
///
/// The public VDSim keeps the last used number of a CMD without a time limit, and always accepts 0.
/// With Compatibility::vdsim, CMDs begin with 0, repeated until a STATE has arrived after at least
/// three of them and 50 ms. They restart at 0 when the peer is back after a time-out, and when it
/// ignores the CMDs: STATEs arrive and CMDs are sent, but for 1 s no applied value can be from
/// them. While it does, they alternate between numbers from 0 on, for a second, and numbers above
/// all sent before, each time twice as long.
///
/// A peer may number the STATEs of each vehicle separately or those of all its vehicles together.
/// The client detects this from the STATEs that arrive on its socket, and `lost` counts
/// accordingly.
///
/// The round trip is measured passively, since VDS1 has no replies. A value of the steering (from
/// version 5 on also of throttle and brake) that is not among the last 64 sent is stored with the
/// time of sending. The first STATE that reports bit-identically the same value as applied ends the
/// round trip. It includes the time until the plant's next tick. A peer whose actuator filters or
/// limits commands reports other values: the histogram stays empty.
///
/// The lag of a STATE is the time from its timestamp to its arrival at the socket, less the
/// smallest such time: one-way times are known only up to that constant, since there is no common
/// clock. The offset and the drift of the peer's clock are estimated from the STATEs themselves.
/// There is no lag in the first three seconds of a stream, nor if the timestamps do not advance at
/// time_scale.
class Client {
  public:
    /// Opens the socket.
    /// @throws std::invalid_argument for invalid options
    /// @throws std::runtime_error with the endpoint if the local one cannot be bound
    explicit Client(const ClientOptions& options);
    ~Client();
    /// A moved-from client may only be destroyed or assigned to.
    Client(Client&&) noexcept;
    /// As the move constructor.
    Client& operator=(Client&&) noexcept;

    /// Adds faults to the connection: CMDs pass `cmd` when they are sent, datagrams pass `state`
    /// when they are received. They outlive the client; null: none. To be called before the first
    /// packet.
    void set_faults(FaultyLink* cmd, FaultyLink* state) noexcept;

    /// Sends a CMD with the next sequence number and `now` as its timestamp.
    /// Precondition: the level of the command is `pedals`.
    /// @return false if the kernel rejected it
    bool send(const Command& command, SteadyTime now) noexcept;

    /// The socket, readable when datagrams have arrived. The client keeps ownership.
    int descriptor() const noexcept;

    /// Reads the datagrams that have arrived, at most 256. In the first call, and if the previous
    /// call was more than look_period plus state_timeout ago, datagrams may have waited in the
    /// socket for that long: they are dropped and counted as stale.
    /// @return true if there is a newer STATE
    bool receive(SteadyTime now) noexcept;

    /// The newest STATE, fresh or not. Precondition: has_state().
    const State& state() const noexcept;
    /// Whether a STATE has been used.
    bool has_state() const noexcept;
    /// Whether a STATE was used within state_timeout before `now`. A late one that is dropped is
    /// not used.
    bool is_fresh(SteadyTime now) const noexcept;
    /// Time since receive() read the newest STATE. Precondition: has_state().
    std::chrono::nanoseconds age(SteadyTime now) const noexcept;

    /// Time since the newest STATE arrived at the socket; as age() if the kernel does not stamp
    /// arrivals. Precondition: has_state().
    std::chrono::nanoseconds since_arrival(SteadyTime now) const noexcept;

    /// Version of the next CMD.
    std::uint16_t cmd_version() const noexcept;
    /// ClientOptions::compatibility.
    Compatibility compatibility() const noexcept;

    /// The counts since construction. The reference stays valid; the counts change.
    const ClientStatistics& statistics() const noexcept;
    /// The port on which STATEs are received.
    std::uint16_t local_port() const;
    /// The endpoint of the peer for messages, such as 127.0.0.1:7001.
    std::string peer() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gateway::vds1
