// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gateway {

class Trace;

/// A time in which a fault was active.
struct FaultBand {
    std::string name;
    double from_s = 0, until_s = 0;
};

/// Reads from a trace when faults were active, in bounded memory: of a long list the first bands.
/// Their columns are `fault.NAME`; those of a recording of vdsim_realtime are `faults.NAME` or, of
/// several vehicles, `VEHICLE.faults.NAME`.
class FaultBands {
  public:
    explicit FaultBands(const Trace& trace);

    /// Takes the current row.
    void take(const Trace& trace, double time_s);
    const std::vector<FaultBand>& bands() const { return bands_; }

  private:
    struct Column {
        std::size_t place;
        std::string name;
        bool is_active = false;
        std::size_t band = 0;  ///< the last one, while it is active
    };
    std::vector<Column> columns_;
    std::vector<FaultBand> bands_;
};

}  // namespace gateway
