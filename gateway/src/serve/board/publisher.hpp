// SPDX-License-Identifier: MIT
#pragma once

#include "binding/bindings.hpp"
#include "loop/loop.hpp"
#include "time/realtime_pacer.hpp"
#include "vehicle_board.hpp"

#include <gateway/protocol/vds1/client.hpp>

namespace gateway::data_port {

/// What the filters of a vehicle have done, as many as fit.
void copy(const FilterChain& filters, Snapshot& to) noexcept;

/// What a publisher looks at; all of it outlives it.
struct LoopSources {
    const RunParts& parts;
    const InputBindings& inputs;
    const OutputBindings& outputs;
    const RealtimePacer* pacer;          ///< null in measured mode
    const vds1::Client* link = nullptr;  ///< of a vehicle that is a VDS1 peer
};

/// Copies what there is to see of a loop onto its board, after a turn or in a pause, but only where
/// it was asked for. Neither locks nor allocates, and makes a system call only where the port's
/// thread waits for what is published.
class Publisher : public Observer {
  public:
    /// @param board outlives it; its names and its buffers are made here, and it is not there yet
    Publisher(VehicleBoard& board, const LoopSources& sources);

    void after_cycle(const CycleRecord& record) override;
    void stand_by() override;
    /// Leaves the last state and all durations there.
    void finish(Summary& summary) override;

  private:
    void publish_if_wanted();
    void publish_state();
    void publish_durations();
    void fill(Snapshot& to) const;
    void fill_signals(std::vector<double>& to) const;

    VehicleBoard& board_;
    LoopSources from_;
    std::vector<std::size_t> inputs_;   ///< items of the inputs' group
    std::vector<std::size_t> outputs_;  ///< of the outputs'
    Durations durations_;
    std::uint64_t failsafe_cycles_ = 0;
    SimTime now_{0};
    Command command_;
    bool is_failsafe_ = false;
};

}  // namespace gateway::data_port
