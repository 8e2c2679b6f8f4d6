// SPDX-License-Identifier: MIT
#pragma once

#include "network_config.hpp"
#include "payload.hpp"

#include "fault/link/link_fault.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace gateway {

/// Position of a vehicle.
struct Place {
    double x_m = 0;
    double y_m = 0;
};

/// Time and position at which a message is sent.
struct Sending {
    SimTime cycle{0};   ///< the program's cycle that sends it
    SimTime leaves{0};  ///< that cycle's act_at
    Place place;
};

/// A message that has arrived.
struct Arrival {
    SimTime cycle{0};  ///< in which it was sent
    SimTime at{0};
    const std::uint64_t* elements = nullptr;
};

/// A connection from one socket to another: a ring with one sender and one receiver, which may be
/// two threads. It neither locks nor allocates.
///
/// The result for a message depends only on simulated time, not on the order of the threads within
/// one instant, provided that no cycle begins before those at earlier instants have ended:
/// - its faults depend on their seeds and its number on this link;
/// - it is lost depending on (seed, both ports, its number on this link);
/// - it arrives at `leaves` + latency + the delay by faults, and never in a cycle at the instant of
///   the sending one;
/// - it is in range if the receiver was, at the receiver's last cycle that is not after the
///   sender's;
/// - there is no room for it while 64 messages have not been taken at an earlier instant;
/// - it has a receiver until the instant of the receiver's last cycle.
class Link {
  public:
    static constexpr std::size_t capacity = 64;

    Link(const LinkConfig& config, std::uint64_t seed);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    const SocketName& from() const noexcept { return config_.from; }
    const SocketName& to() const noexcept { return config_.to; }
    bool is_required() const noexcept { return config_.is_required; }

    /// The receiver accepts messages; to be called by it before its first cycle.
    void open_end() noexcept { closes_after_ = SimTime::max().count(); }
    /// The run of the receiver's program ends with the cycle at `last`.
    void close_end(SimTime last) noexcept { closes_after_ = last.count(); }
    /// Whether a message sent in that cycle can still be received.
    bool has_receiver(SimTime cycle) const noexcept { return cycle.count() <= closes_after_; }

    /// @name For the sender
    /// @{
    /// Allocates memory for messages of that type; to be called once, before the first.
    void reserve(const Payload& payload);
    /// Adds faults, before the first message. @param direction see LinkFaults
    void set_faults(const std::vector<AppliedFault>& faults, std::uint32_t direction);
    enum class Fate { sent, lost, no_room };
    Fate send(const std::uint64_t* elements, const Sending& sending) noexcept;
    /// @}

    /// @name For the receiver
    /// @{
    /// Admits messages sent before `now`. @param place at the receiver's previous cycle
    /// @return number of messages that are out of range and will not arrive
    std::size_t admit(SimTime now, const Place& place) noexcept;
    /// The first message that has arrived and was not taken. @return false if there is none
    bool first(SimTime now, Arrival& arrival) noexcept;
    /// Removes the first message. Precondition: first() found one
    void take(SimTime now) noexcept;
    /// @}

  private:
    struct Slot {
        Sending sending;
        bool is_out_of_range = false;
        SimTime taken_at{0};
        SimTime delay{0};  ///< by faults
        bool is_taken = false;
    };
    bool is_lost() noexcept;
    bool has_room(SimTime cycle) noexcept;
    Fate write(const std::uint64_t* elements, const Sending& sending, SimTime delay) noexcept;
    Fate send_faulty(const std::uint64_t* elements, const Sending& sending) noexcept;
    const std::uint64_t* corrupted(const std::uint64_t* elements, double share) noexcept;
    Slot& slot(std::uint64_t number) noexcept { return slots_[number % capacity]; }
    SimTime arrival_of(const Slot& slot) const noexcept {
        return slot.sending.leaves + config_.way.latency + slot.delay;
    }
    std::uint64_t earliest(std::uint64_t head) noexcept;

    LinkConfig config_;
    std::uint64_t key_;
    std::array<Slot, capacity> slots_;
    std::vector<std::uint64_t> elements_;
    Payload payload_{ddc::interface::BasicType::void_};
    std::unique_ptr<LinkFaults> faults_;  ///< of the sender; null: none
    std::array<std::uint64_t, Payload::most_elements> corrupted_{};
    std::atomic<bool> may_overtake_{false};  ///< messages may arrive in another order
    std::atomic<SimTime::rep> closes_after_{SimTime::min().count()};  ///< has no receiver at first
    // Numbers of messages since the start:
    std::atomic<std::uint64_t> written_{0};
    std::atomic<std::uint64_t> taken_{0};
    std::uint64_t numbers_ = 0;   ///< of the sender: offered messages
    std::uint64_t freed_ = 0;     ///< of the sender: reusable slots
    std::uint64_t admitted_ = 0;  ///< of the receiver
    std::uint64_t first_ = 0;     ///< of the receiver: found by first()
};

}  // namespace gateway
