// SPDX-License-Identifier: MIT
#pragma once

#include "network_config.hpp"

#include <array>
#include <atomic>

namespace gateway {

/// Where a vehicle is.
struct Place {
    double x_m = 0;
    double y_m = 0;
};

/// When and where a message is sent.
struct Sending {
    SimTime cycle{0};   ///< the turn of the program that sends it
    SimTime leaves{0};  ///< that turn's act_at
    Place place;
};

/// A message that has reached the end of its link.
struct Arrival {
    SimTime cycle{0};  ///< in which it was sent
    SimTime at{0};
    const std::uint64_t* elements = nullptr;
};

/// The way from one socket to another: a ring with one sender and one receiver, which may be two
/// threads. Neither locks nor allocates.
///
/// What happens to a message depends on simulated time alone, and not on which thread is first
/// within one instant of it, provided that no turn begins before those at earlier instants have
/// ended:
/// - it is lost or not by (seed, both ports, its number on this link);
/// - it arrives at `leaves` + latency, and is never shown in a turn at the instant of its own;
/// - it is in range if the receiver, as of its last turn that is not after the sender's, was;
/// - there is no room for it as long as 64 messages have not been taken at an earlier instant;
/// - it has a receiver until the instant of the receiver's last turn.
class Link {
  public:
    static constexpr std::size_t capacity = 64;

    Link(const LinkConfig& config, std::uint64_t seed);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    const SocketName& from() const noexcept { return config_.from; }
    const SocketName& to() const noexcept { return config_.to; }
    bool is_required() const noexcept { return config_.is_required; }

    /// A program takes what arrives; before the first turn, by the receiver.
    void open_end() noexcept { closes_after_ = SimTime::max().count(); }
    /// The run of the receiver's program ends with the turn at `last`.
    void close_end(SimTime last) noexcept { closes_after_ = last.count(); }
    /// Whether a message that is sent in the turn at `turn` may be taken one day.
    bool has_receiver(SimTime cycle) const noexcept { return cycle.count() <= closes_after_; }

    /// @name The sender's
    /// @{
    /// Sets the size of messages aside, once, before the first.
    void reserve(std::size_t elements);
    enum class Fate { sent, lost, no_room };
    Fate send(const std::uint64_t* elements, const Sending& sending) noexcept;
    /// @}

    /// @name The receiver's
    /// @{
    /// Admits what was sent before `now`. @param place as of the receiver's turn before
    /// @return how many of them are out of range, and will not arrive
    std::size_t admit(SimTime now, const Place& place) noexcept;
    /// The first that has arrived and was not taken. @return false if there is none
    bool first(SimTime now, Arrival& arrival) noexcept;
    /// Takes the first. Precondition: first() found one
    void take(SimTime now) noexcept;
    /// @}

  private:
    struct Slot {
        Sending sending;
        bool is_out_of_range = false;
        SimTime taken_at{0};
    };
    bool is_lost() noexcept;
    bool has_room(SimTime cycle) noexcept;

    LinkConfig config_;
    std::uint64_t key_;
    std::array<Slot, capacity> slots_;
    std::vector<std::uint64_t> elements_;
    std::size_t size_ = 0;
    std::atomic<SimTime::rep> closes_after_{SimTime::min().count()};  ///< no end, at first
    // Of all messages since the start.
    std::atomic<std::uint64_t> written_{0};
    std::atomic<std::uint64_t> taken_{0};
    std::uint64_t numbers_ = 0;   ///< the sender's: those that were offered
    std::uint64_t freed_ = 0;     ///< the sender's: their slots may be used again
    std::uint64_t admitted_ = 0;  ///< the receiver's
};

}  // namespace gateway
