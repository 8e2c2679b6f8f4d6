// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <memory>

namespace gateway {
class PlantRecorder;
struct Assembly;
struct ProgramRun;
}  // namespace gateway

namespace gateway::data_port {

struct Port;

/// Shows a run, or the vehicles of vdsim_realtime, in a protocol of its own, at the server of the
/// data port.
class ProtocolPublisher {
  public:
    virtual ~ProtocolPublisher() = default;
    /// Before the port serves. @param port outlives it
    virtual void add_to(Port& port) = 0;
    /// All parts of one program, in the thread of its loop. @return sees its turns, or null
    virtual std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) = 0;
    /// Before the port serves. @param recorder makes the messages of vdsim_realtime, which does not
    /// run yet
    virtual void look_at(PlantRecorder& recorder) = 0;
};

}  // namespace gateway::data_port
