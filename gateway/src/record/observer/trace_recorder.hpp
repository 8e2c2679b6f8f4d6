// SPDX-License-Identifier: MIT
#pragma once

#include "row_writer.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "columns/bound_entries.hpp"
#include "route/route_tracker.hpp"

#include <functional>

namespace gateway {

/// An additional column of a run; its value is read once per cycle.
struct TraceColumn {
    std::string name;
    std::function<double(const CycleRecord&)> value;
};

/// The columns that every trace has, in their order.
std::vector<TraceColumn> standard_columns(const RouteTracker& route);

/// Writes one row per cycle: `t_s`, `delta_sec`, `execution_time_s`, `act_s`, the vehicle's pose
/// and speed, its distance from the route, whether it was in fail-safe, then the run's additional
/// columns, and all inputs and the latest outputs of the program.
class TraceRecorder : public Observer {
  public:
    /// The objects that are recorded; all outlive this.
    struct Sources {
        const BoundEntries& inputs;
        const BoundEntries& outputs;
        const RouteTracker& route;
    };
    /// @param report see RowWriter
    TraceRecorder(std::shared_ptr<OutputFile> file, const Sources& sources, Log report,
                  std::vector<TraceColumn> own = {});

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    Sources from_;
    std::vector<TraceColumn> columns_;  ///< columns that are not ports
    std::vector<std::size_t> inputs_;   ///< items in the group of the inputs
    std::vector<std::size_t> outputs_;  ///< items in the group of the outputs
    RowWriter writer_;
};

}  // namespace gateway
