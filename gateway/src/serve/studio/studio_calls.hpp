// SPDX-License-Identifier: MIT
#pragma once

#include "http/router.hpp"
#include "studio/run/runs.hpp"

namespace gateway::studio {

/// The calls of the studio. Used in the port's thread.
class StudioCalls {
  public:
    /// Both parameters must outlive it.
    StudioCalls(const Folder& folder, Runs& runs) : folder_(folder), runs_(runs) {}

    void add_to(data_port::Router& router);

  private:
    using Answer = data_port::Answer;
    using Call = data_port::Call;

    Answer about() const;
    Answer file(const Call& call) const;
    Answer save(const Call& call) const;
    Answer validate(const Call& call) const;
    Answer convert(const Call& call) const;
    Answer start(const Call& call);
    Answer run(const Call& call) const;
    Answer stop(const Call& call);
    Answer attach(const Call& call);
    Answer forward(const Call& call) const;

    const Folder& folder_;
    Runs& runs_;
};

}  // namespace gateway::studio
