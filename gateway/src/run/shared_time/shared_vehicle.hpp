// SPDX-License-Identifier: MIT
#pragma once

#include "merge_commands.hpp"
#include "participant.hpp"

#include <gateway/base/seams.hpp>
#include "loop/failsafe.hpp"
#include "safety/filter_chain.hpp"

#include <memory>
#include <mutex>
#include <optional>

namespace gateway {

/// One vehicle that several programs drive, each from a loop of its own in shared time.
///
/// The loop of its owner advances it, once all drivers have done their turns up to then; the others
/// are shown where it has got to. When a command acts, the parts that its program sets are taken;
/// what is merged does not depend on which loop comes first. While one of the drivers has no
/// command, or has left, the vehicle gets the fail-safe command.
class SharedVehicle {
  public:
    /// @param drivers indices in `time`, the owner's first
    /// @param filters between what they want together and the vehicle
    SharedVehicle(std::unique_ptr<Vehicle> vehicle, const Failsafe& failsafe, SharedTime& time,
                  const std::vector<std::size_t>& drivers, Filters filters = {});

    /// For the owner's thread.
    const Filters& filters() const { return filters_; }
    bool is_driven_by(std::size_t index) const { return find(index) != nullptr; }
    /// What a driver's loop has as its vehicle. @param participant of a driver; it outlives the
    /// result
    std::unique_ptr<Vehicle> view_for(const Participant& participant);

    /// To be called before a driver's first turn.
    void connect(std::size_t index, std::vector<DrivenPort> outputs);
    /// Once all drivers have connected or left: why they cannot drive together, or nothing.
    std::string conflict();
    /// A driver has ended.
    void leave(std::size_t index);

  private:
    class OwnerView;
    class GuestView;

    struct Driver {
        std::size_t index;
        DriverOutputs outputs;
        unsigned parts = 0;              ///< that they set
        std::optional<Command> command;  ///< that acts; none before the first
        bool is_missing = false;         ///< has no command, or has left
    };

    Driver* find(std::size_t index) const;
    Driver& owner() { return *drivers_.front(); }
    void take(Driver& driver, const Command& command, bool is_failsafe);
    const Feedback& feedback() const;
    bool advance(const Log& log);
    Command merged() const;
    void apply_merged();
    enum class Look { there, ended, stopped };
    Look await(SimTime now, const Log& log);

    SharedTime& time_;
    std::unique_ptr<Vehicle> vehicle_;
    Failsafe failsafe_;
    StateBeforeFailsafe before_failsafe_;
    Filters filters_;
    mutable std::mutex showing_;
    // Under the lock of `time_`:
    std::vector<std::unique_ptr<Driver>> drivers_;
    bool is_changed_ = false;  ///< what the drivers give, since the vehicle was told
    SimTime now_{0};           ///< to which the vehicle has got
    Command last_;             ///< that it was told
};

}  // namespace gateway
