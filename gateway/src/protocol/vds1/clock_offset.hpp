// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vds1 {

/// How the clock of a peer differs from the steady clock of this machine, from the timestamps of
/// its packets and the times of their arrival. The smallest delay of a packet is part of the
/// offset, since one-way times cannot be measured without a common clock.
///
/// The packet with the smallest difference between arrival and timestamp counts in each second: a
/// delay only adds to it. The drift is the median slope between the last 32 of them (Theil-Sen),
/// the offset that of the highest line with this slope that is above none of them. Memory is fixed.
///
/// | state      | event                                                            | next state |
/// | ---        | ---                                                              | ---        |
/// | collecting | third second                                                     | estimating |
/// | collecting | third second, but the rates of the clocks differ by 2 % or more  | collecting |
/// | any        | timestamp earlier, or 10 ms later than the line permits: a jump  | collecting |
/// | estimating | five seconds with all packets more than 10 ms late: a jump       | collecting |
/// | any        | the timestamp changes after it has not for a second              | collecting |
/// | any        | restart                                                          | collecting |
class ClockOffset {
  public:
    /// @param scale seconds of the peer's clock in a second of this one; > 0
    explicit ClockOffset(double scale = 1) : scale_(scale) {}

    /// Forgets all packets: the peer may have another clock.
    void restart() noexcept;
    /// Call it with each packet that is newer than all before it.
    /// @param timestamp_s of the packet, finite
    /// @return how much longer the packet was under way than the fastest ones; nothing while there
    /// is no estimate
    std::optional<std::chrono::nanoseconds> on_packet(double timestamp_s,
                                                      SteadyTime arrival) noexcept;

    /// Whether there is an estimate.
    bool is_estimating() const noexcept { return is_estimating_; }
    /// The peer's clock in seconds of this clock, minus the steady clock, as of the newest packet
    /// and less the smallest delay. Precondition: is_estimating().
    double offset_s() const noexcept;
    /// How much faster the peer's clock is, in millionths; 0 in the first ten seconds, when it
    /// cannot be distinguished from changes of the delay. Precondition: is_estimating().
    double drift_ppm() const noexcept { return -slope_ * 1e6; }

  private:
    static constexpr std::size_t capacity = 32;

    /// The smallest difference between arrival and timestamp in one second.
    struct Minimum {
        double at_s = 0;  ///< since the first packet
        double difference_s = 0;
    };
    using Minima = std::array<Minimum, capacity>;

    bool is_jump(double timestamp_s, SteadyTime arrival) const noexcept;
    Minimum difference(double timestamp_s, SteadyTime arrival) const noexcept;
    void begin(double timestamp_s, SteadyTime arrival) noexcept;
    void add(const Minimum& packet) noexcept;
    void close_second() noexcept;
    void estimate() noexcept;
    double median_slope() const noexcept;
    double line_s(double at_s) const noexcept { return floor_s_ + slope_ * at_s; }

    double scale_;
    bool has_begun_ = false;
    double first_s_ = 0, last_s_ = 0;  ///< timestamps
    SteadyTime first_at_, last_at_;    ///< arrivals; the last one with a new timestamp
    Minimum newest_;
    std::int64_t second_ = 0;  ///< of best_, since the first packet
    Minimum best_;
    Minima minima_{};
    std::size_t count_ = 0;  ///< of all closed seconds since the restart
    int late_seconds_ = 0;   ///< consecutive ones
    bool is_estimating_ = false;
    double floor_s_ = 0, slope_ = 0;  ///< the line below all differences
    double estimated_floor_s_ = 0;    ///< the floor when the last second ended
};

}  // namespace gateway::vds1
