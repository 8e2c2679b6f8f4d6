// SPDX-License-Identifier: MIT
#pragma once

#include "binding/bindings.hpp"
#include "fault/fault_board.hpp"
#include "loop/loop.hpp"
#include "time/realtime_pacer.hpp"
#include "vehicle_board.hpp"

#include <gateway/protocol/vds1/client.hpp>

namespace gateway::data_port {

/// Copies the counts of a vehicle's filters, up to Snapshot::most_filters.
void copy(const FilterChain& filters, Snapshot& to) noexcept;

/// Copies the names of the faults to the board. @param faults null: there are none
void name_faults(const FaultBoard* faults, VehicleBoard& board);
/// Copies which faults are active. @param faults null: there are none @param to has their number
void copy(const FaultBoard* faults, std::vector<bool>& to) noexcept;

/// What a publisher reads. All of it must outlive the publisher.
struct LoopSources {
    const RunParts& parts;
    const InputBindings& inputs;
    const OutputBindings& outputs;
    const RealtimePacer* pacer;          ///< null in measured mode
    const vds1::Client* link = nullptr;  ///< to a vehicle that is a VDS1 peer
    const FaultBoard* faults = nullptr;  ///< null: there are none
};

/// Copies the values of a loop to its board on request, after a cycle or in a pause. Does not lock
/// or allocate. Makes a system call only if the port's thread waits for what is published.
class Publisher : public Observer {
  public:
    /// Fills in the board's names and allocates its buffers. Does not mark the board ready.
    /// @param board must outlive the publisher
    Publisher(VehicleBoard& board, const LoopSources& sources);

    void after_cycle(const CycleRecord& record) override;
    void stand_by() override;
    /// Publishes the last state and all durations.
    void finish(Summary& summary) override;

  private:
    void publish_if_requested();
    void publish_state();
    void publish_durations();
    void fill(Snapshot& to) const;
    void fill_signals(std::vector<double>& to) const;

    VehicleBoard& board_;
    LoopSources from_;
    std::vector<std::size_t> inputs_;   ///< items of the inputs' group
    std::vector<std::size_t> outputs_;  ///< items of the outputs' group
    Durations durations_;
    std::uint64_t failsafe_cycles_ = 0;
    SimTime now_{0};
    Command command_;
    bool is_failsafe_ = false;
};

}  // namespace gateway::data_port
