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

/// One vehicle that several programs drive, each from a separate loop in shared time.
///
/// The owner's loop advances it once all drivers have executed their cycles up to that time; the
/// others get its feedback. When a command takes effect, the parts that its program sets are
/// merged. The result does not depend on the order of the threads. While a driver has no command or
/// has left, the vehicle gets the fail-safe command.
class SharedVehicle {
  public:
    /// @param drivers indices in `time`, the owner's first
    /// @param filters are applied to the merged command
    SharedVehicle(std::unique_ptr<Vehicle> vehicle, const Failsafe& failsafe, SharedTime& time,
                  const std::vector<std::size_t>& drivers, Filters filters = {});

    /// To be called in the owner's thread.
    const Filters& filters() const { return filters_; }
    bool is_driven_by(std::size_t index) const { return find(index) != nullptr; }
    /// The vehicle for a driver's loop. @param participant the driver; outlives the result
    std::unique_ptr<Vehicle> view_for(const Participant& participant);

    /// To be called before a driver's first cycle.
    void connect(std::size_t index, std::vector<DrivenPort> outputs);
    /// Why the drivers cannot drive together, or nothing. Valid once all have connected or left.
    std::string conflict();
    /// A driver has ended.
    void leave(std::size_t index);

  private:
    class OwnerView;
    class GuestView;

    struct Driver {
        std::size_t index;
        DriverOutputs outputs;
        unsigned parts = 0;              ///< that its program sets
        std::optional<Command> command;  ///< in effect; none before the first
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
    bool is_changed_ = false;  ///< the drivers' commands, since the last one was applied
    SimTime now_{0};           ///< time that the vehicle has reached
    Command last_;             ///< applied last
};

}  // namespace gateway
