// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include <gateway/base/seams.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// A person's way to drive. Its turn has no command (Cycle::is_failsafe) while the person is
/// silent.
class ManualController : public Controller {
  public:
    /// Takes what has come since the turn before; called in each turn, also while the program
    /// drives.
    virtual void look(const CycleInput& input) = 0;
    /// Whether there was a command in it: the vehicle is taken over, if no person has it.
    virtual bool has_new_command() const = 0;
    /// Of its commands, each of which has one of them.
    virtual std::vector<Level> levels() const { return {Level::pedals}; }
    /// Whether the person who drives gives the vehicle back.
    virtual bool gives_back() const { return false; }
    /// Told when it gets the vehicle, and when it no longer has it.
    virtual void on_change_over(bool /*drives*/, const Feedback& /*feedback*/) {}
    /// Who drives, for messages: "the VDS1 controller at 127.0.0.1:40000".
    virtual std::string name() const = 0;
    /// How a person gets at it: "CMDs at 127.0.0.1:7001 take the vehicle over".
    std::string explain() const override = 0;
};

/// @throws std::runtime_error if there can be no such controller, such as for a port in use
using ManualControllerFactory = std::function<std::unique_ptr<ManualController>()>;

/// Several controllers of one vehicle: says who drives.
///
/// | state     | event                                   | then                                  |
/// | ---       | ---                                     | ---                                   |
/// | automatic | a person's first command                | manual, counted                       |
/// | manual    | the person falls silent                 | manual, counted; fail-safe             |
/// | manual    | another person's command                | not taken                             |
/// | manual    | a release is asked for, or it is given back | automatic, counted                |
///
/// The program gets the vehicle back in the gear, and with lamps and hand brake, as it was taken.
/// The program takes its turns in either state, so that it goes on being shown its inputs. What
/// ends a program's run ends it in either state, too.
class Arbiter : public Controller {
  public:
    /// @param persons the first of several with a new command takes the vehicle
    /// @param control its releases are asked for there; outlives the arbiter
    Arbiter(std::unique_ptr<Controller> program,
            std::vector<std::unique_ptr<ManualController>> persons, const RunControl& control,
            Log log);

    Cycle run_cycle(const CycleInput& input) override;
    void stand_by() override;
    /// That of the program, and who drives.
    ControllerStatus status() const override;
    std::string explain() const override { return program_->explain(); }

  private:
    void decide(const CycleInput& input);
    void see_person(bool is_silent);
    void take_over(ManualController& person, const Feedback& feedback);
    void give_back(const Feedback& feedback);
    void change_over(ManualController* driver, const std::string& message);
    void restore_state(Cycle& cycle);

    std::unique_ptr<Controller> program_;
    std::vector<std::unique_ptr<ManualController>> persons_;
    const RunControl& control_;
    Log log_;
    std::uint64_t releases_;              ///< seen so far
    ManualController* driver_ = nullptr;  ///< null: the program
    bool is_driver_silent_ = false;
    VehicleStateCommand found_;  ///< by the person who took over
    bool must_restore_ = false;  ///< found_
    std::uint64_t change_overs_ = 0;
    std::uint64_t person_silences_ = 0;
};

}  // namespace gateway
