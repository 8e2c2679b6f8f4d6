// SPDX-License-Identifier: MIT
#pragma once

#include "../program/bindings.hpp"
#include "../route/route_tracker.hpp"
#include "row_writer.hpp"

#include <gateway/seams.hpp>

#include <functional>

namespace gateway {

/// A column that only some runs have; its value is asked for once a turn.
struct TraceColumn {
    std::string name;
    std::function<double()> value;
};

/// Writes one row a turn: `t_s`, `delta_sec`, `execution_time_s`, `act_s`, the vehicle's pose and
/// speed, its distance from the route, whether it was fail-safe, then the run's own columns, every
/// input shown and every output taken last.
class TraceRecorder : public Observer {
  public:
    /// @throws std::runtime_error if the file cannot be written
    TraceRecorder(const std::filesystem::path& file, const InputBindings& inputs,
                  const OutputBindings& outputs, const RouteTracker& route,
                  std::vector<TraceColumn> own = {});

    void after_turn(const TurnRecord& record) override;
    void close() { writer_.close(); }

  private:
    const InputBindings& inputs_;
    const OutputBindings& outputs_;
    const RouteTracker& route_;
    std::vector<TraceColumn> own_;
    RowWriter writer_;
};

}  // namespace gateway
