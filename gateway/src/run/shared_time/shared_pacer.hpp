// SPDX-License-Identifier: MIT
#pragma once

#include "participant.hpp"

#include "time/realtime_pacer.hpp"

#include <memory>

namespace gateway {

/// Holds a loop of measured mode in shared time: its turns begin when all others are as far.
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

/// When the turn under way began on the clock, of all programs of a realtime run in shared time.
/// Changed and read under the lock of the SharedTime.
struct SharedGrid {
    SteadyTime began{};
};

/// The same in realtime mode, where all have the same period: the first participant that has not
/// left leads, which means that it waits for the clock, and the others begin their turns with its.
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
