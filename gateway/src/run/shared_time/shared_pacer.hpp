// SPDX-License-Identifier: MIT
#pragma once

#include "participant.hpp"

#include "time/realtime_pacer.hpp"

#include <memory>

namespace gateway {

/// Paces a loop of measured mode in shared time: its cycles begin when all others have reached
/// them.
class SharedPacer : public Pacer {
  public:
    /// @param participant outlives it
    SharedPacer(std::unique_ptr<Pacer> pacer, Participant& participant)
        : pacer_(std::move(pacer)), participant_(participant) {}

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime now) override;
    bool await_cycle(SimTime now) override;

  private:
    SimTime promise(SimTime now) const;

    std::unique_ptr<Pacer> pacer_;
    Participant& participant_;
};

/// When the current cycle began on the clock, for all programs of a realtime run in shared time.
/// Accessed under the lock of SharedTime.
struct SharedGrid {
    SteadyTime began{};
};

/// The same in realtime mode, where all have the same period. The first participant that has not
/// left is the leader: it waits for the clock, and the others begin their cycles with it.
class SharedRealtimePacer : public Pacer {
  public:
    /// @param participant, grid outlive it
    SharedRealtimePacer(std::unique_ptr<RealtimePacer> pacer, Participant& participant,
                        SharedGrid& grid)
        : pacer_(std::move(pacer)), participant_(participant), grid_(grid) {}

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime now) override;

  private:
    bool follow(SimTime now);

    std::unique_ptr<RealtimePacer> pacer_;
    Participant& participant_;
    SharedGrid& grid_;
};

}  // namespace gateway
