// SPDX-License-Identifier: MIT
#pragma once

#include "program_sockets.hpp"

#include "cycle/program_controller.hpp"

#include <memory>

namespace gateway {

/// A program whose SOCKET ports are carried: before each turn it is shown what has arrived, behind
/// it what it sends is taken. SocketPost sends that on.
class NetworkedProgram : public Controller {
  public:
    /// @param sockets outlive it
    NetworkedProgram(std::unique_ptr<ProgramController> program, ProgramSockets& sockets)
        : program_(std::move(program)), sockets_(sockets) {}

    Cycle run_cycle(const CycleInput& input) override {
        sockets_.deliver(input, program_->link().is_there());
        const Cycle cycle = program_->run_cycle(input);
        if (program_->link().is_there()) sockets_.collect();
        if (cycle.status != CycleStatus::ok) sockets_.close();
        return cycle;
    }
    void stand_by() override { program_->stand_by(); }
    ControllerStatus status() const override { return program_->status(); }
    std::string explain() const override { return program_->explain(); }

  private:
    std::unique_ptr<ProgramController> program_;
    ProgramSockets& sockets_;
};

/// Sends what a program has sent, once it is known when its outputs act.
class SocketPost : public Observer {
  public:
    /// @param sockets outlive it
    explicit SocketPost(ProgramSockets& sockets) : sockets_(sockets) {}

    void after_cycle(const CycleRecord& record) override { sockets_.post(record); }
    void finish(Summary& summary) override;

  private:
    ProgramSockets& sockets_;
};

}  // namespace gateway
