// SPDX-License-Identifier: MIT
#pragma once

#include "row_writer.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "columns/bound_entries.hpp"
#include "route/route_tracker.hpp"

#include <functional>

namespace gateway {

/// A column that only some runs have; its value is asked for once a turn.
struct TraceColumn {
    std::string name;
    std::function<double(const CycleRecord&)> value;
};

/// The columns that every trace has, in their order.
std::vector<TraceColumn> standard_columns(const RouteTracker& route);

/// Writes one row a turn: `t_s`, `delta_sec`, `execution_time_s`, `act_s`, the vehicle's pose and
/// speed, its distance from the route, whether it was fail-safe, then the run's own columns, every
/// input shown and every output taken last.
class TraceRecorder : public Observer {
  public:
    /// What it looks at as it writes.
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
    std::vector<TraceColumn> columns_;  ///< that are no ports
    std::vector<std::size_t> inputs_;   ///< items of the inputs' group
    std::vector<std::size_t> outputs_;  ///< of the outputs'
    RowWriter writer_;
};

}  // namespace gateway
