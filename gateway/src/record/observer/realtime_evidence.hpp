// SPDX-License-Identifier: MIT
#pragma once

#include "evidence/evidence.hpp"
#include "evidence/evidence_collector.hpp"

#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>
#include "summary/realtime_statistics.hpp"
#include "time/realtime_pacer.hpp"

#include <optional>

namespace gateway {

/// What RealtimeEvidence reads in each period. All outlive it.
struct EvidenceSources {
    const RealtimeStatistics& statistics;  ///< is called before
    const RealtimePacer& pacer;
    Profile& profile;          ///< of the loop
    const vds1::Client* link;  ///< null if the vehicle is no VDS1 peer
};

/// Collects the evidence of a realtime run. A period is complete when the next one begins.
class RealtimeEvidence : public Observer {
  public:
    /// Create it in the thread of the loop.
    explicit RealtimeEvidence(const EvidenceSources& sources);

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    void complete(const Profile::Durations& taken) noexcept;
    void begin(const CycleRecord& record, const Profile::Durations& taken);
    void set(Measure measure, std::chrono::nanoseconds value) noexcept;

    EvidenceSources sources_;
    EvidenceCollector collector_;
    std::optional<Period> period_;  ///< the last one, without the phases after the observers
    std::chrono::nanoseconds convert_{0};
    bool has_command_ = false;       ///< of the program, in the last period
    std::uint64_t round_trips_ = 0;  ///< up to the last period
};

}  // namespace gateway
