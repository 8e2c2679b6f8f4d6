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

/// A driver (manual control) or an external controller. While it has timed out, its cycles have no
/// command (Cycle::is_failsafe).
class ManualController : public Controller {
  public:
    /// Reads the input since the previous cycle. Called in each cycle, also while the program
    /// drives.
    virtual void look(const CycleInput& input) = 0;
    /// Whether that input contains a command. It takes the vehicle over, unless another manual
    /// controller has it.
    virtual bool has_new_command() const = 0;
    /// The levels of its commands; each command has one of them.
    virtual std::vector<Level> levels() const { return {Level::pedals}; }
    /// Whether the driver gives the vehicle back.
    virtual bool gives_back() const { return false; }
    /// Called when it gets the vehicle (`drives`), and when it no longer has it.
    virtual void on_change_over(bool /*drives*/, const Feedback& /*feedback*/) {}
    /// Its name in messages: "the VDS1 controller at 127.0.0.1:40000".
    virtual std::string name() const = 0;
    /// How to drive with it: "CMDs at 127.0.0.1:7001 take the vehicle over".
    std::string explain() const override = 0;
};

/// @throws std::runtime_error if it cannot be created, for example because its port is in use
using ManualControllerFactory = std::function<std::unique_ptr<ManualController>()>;

/// Decides which of several controllers drives a vehicle.
///
/// | state     | event                                    | then                                 |
/// | ---       | ---                                      | ---                                  |
/// | automatic | first command of a manual controller     | manual, counted                      |
/// | manual    | the manual controller times out          | manual, counted; fail-safe           |
/// | manual    | a command of another manual controller   | ignored                              |
/// | manual    | a release is requested, or the driver gives the vehicle back | automatic, counted |
///
/// The program gets the vehicle back with the gear, lamps and hand brake that it had before the
/// takeover. The program executes its cycles in both states, so it continues to get its inputs. A
/// failure that ends the run of a program ends it in both states.
class Arbiter : public Controller {
  public:
    /// @param manual_controllers if several have a new command, the first of them takes over
    /// @param control has the requests for a release; outlives the arbiter
    Arbiter(std::unique_ptr<Controller> program,
            std::vector<std::unique_ptr<ManualController>> manual_controllers,
            const RunControl& control, Log log);

    Cycle run_cycle(const CycleInput& input) override;
    void stand_by() override;
    /// The program's status, and which controller drives.
    ControllerStatus status() const override;
    std::string explain() const override { return program_->explain(); }

  private:
    void decide(const CycleInput& input);
    void note_timeout(bool is_silent);
    void take_over(ManualController& controller, const Feedback& feedback);
    void give_back(const Feedback& feedback);
    void change_over(ManualController* driver, const std::string& message);
    void restore_state(Cycle& cycle);

    std::unique_ptr<Controller> program_;
    std::vector<std::unique_ptr<ManualController>> manual_controllers_;
    const RunControl& control_;
    Log log_;
    std::uint64_t releases_;              ///< handled so far
    ManualController* driver_ = nullptr;  ///< null: the program drives
    bool is_driver_silent_ = false;
    VehicleStateCommand found_;  ///< state before the takeover
    bool must_restore_ = false;  ///< found_ is to be restored
    std::uint64_t change_overs_ = 0;
    std::uint64_t manual_timeouts_ = 0;
};

}  // namespace gateway
