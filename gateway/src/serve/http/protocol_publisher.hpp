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

/// Publishes a run, or the vehicles of vdsim_realtime, in another protocol, at the server of the
/// data port.
class ProtocolPublisher {
  public:
    virtual ~ProtocolPublisher() = default;
    /// Call it before the port serves. @param port must outlive the publisher
    virtual void add_to(Port& port) = 0;
    /// Connects it to one program, in the thread of the program's loop. @return called after each
    /// cycle; may be null
    virtual std::unique_ptr<Observer> attach(const ProgramRun& run, const Assembly& assembly) = 0;
    /// Connects it to vdsim_realtime. Call it before the port serves.
    /// @param recorder produces the messages; vdsim_realtime has not started yet
    virtual void attach(PlantRecorder& recorder) = 0;
};

}  // namespace gateway::data_port
