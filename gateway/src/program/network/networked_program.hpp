// SPDX-License-Identifier: MIT
#pragma once

#include "program_sockets.hpp"

#include "cycle/program_controller.hpp"

#include <memory>

namespace gateway {

/// A program with connected SOCKET ports: before each cycle received messages are delivered to it,
/// and after the cycle its messages are collected. SocketPost sends them.
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

/// Sends the messages of a program, when it is known at which time its outputs act.
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
