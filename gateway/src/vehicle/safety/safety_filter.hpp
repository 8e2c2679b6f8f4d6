// SPDX-License-Identifier: MIT
#pragma once

#include "level_view.hpp"
#include "reference_rules.hpp"
#include "safety_board.hpp"

#include <gateway/base/seams.hpp>
#include "vehicle_interface/machine/safety_state_machine.hpp"

#include <optional>
#include <variant>

namespace gateway {

/// Which of the enforced rules have checked the commands of a run.
enum class RuleReach {
    none,
    manual,  ///< only the rule `manual`
    all,     ///< all that apply to the levels of the commands
};

/// The safety rules between a controller and a vehicle. They check values that depend on the level
/// of a command, see LevelView. To raw commands, only the rules `manual` and `cabin` apply.
///
/// | command                                     | result for the vehicle                            |
/// | ---                                         | ---                                               |
/// | any, during manual control                  | no command: it keeps the last one                 |
/// | any, while the cabin is open                | the fail-safe command, with the requested lights  |
/// | not finite, after a valid one               | the valid one                                     |
/// | not finite or too old, without a valid one  | the fail-safe command                             |
/// | the fail-safe command                       | it, with straight wheels and hazard lights        |
/// | any other                                   | it, as changed by the rules                       |
///
/// It neither allocates nor blocks.
class SafetyFilter : public CommandFilter {
  public:
    /// @param wheel_base_m of the vehicle, to convert between curvature and steering
    /// @param board must outlive this object; may be null
    /// @throws std::invalid_argument
    SafetyFilter(const vehicle_interface::SafetyOptions& options, double wheel_base_m,
                 SafetyBoard* board);

    const char* name() const override { return "safety"; }
    Verdict apply(Command& command, const FilterInput& input) noexcept override;
    Verdict look_at_held(const Command& held, const FilterInput& input) noexcept override;
    bool holds_back(const Feedback& feedback) noexcept override;

    const vehicle_interface::SafetyOptions& options() const noexcept { return options_; }
    vehicle_interface::RuleMode mode_of(vehicle_interface::Rule rule) const noexcept;
    const vehicle_interface::RuleRecord& record(vehicle_interface::Rule rule) const noexcept;
    /// Rules that have acted in the last cycle.
    vehicle_interface::Rules acted() const noexcept { return acted_; }
    /// Whether any rule has acted since the start.
    bool has_acted() const noexcept;
    /// Which rules have checked the commands since the start.
    RuleReach reach() const noexcept;
    /// Whether an enabled rule applied to none of the levels that were used.
    bool is_without_use(vehicle_interface::Rule rule) const noexcept;

  private:
    void note(Level level) noexcept;
    void begin(const FilterInput& input) noexcept;
    void show() noexcept;
    template <class Machine>
    void look(Machine& machine, const FilterInput& input) noexcept;
    bool leaves_untouched(Level level) const noexcept;
    template <class Machine>
    Verdict let_untouched_pass(Machine& machine, const Command& command, SimTime now) noexcept;
    template <class Machine>
    Verdict let_pass(Machine& machine, Command& command, const FilterInput& input) noexcept;
    template <class Machine>
    Verdict stop(Machine& machine, Command& command, SimTime now) noexcept;
    Verdict refuse_with_open_cabin(
        const std::optional<gateway::VehicleStateCommand>& asked) noexcept;
    void stop_with_open_cabin(Command& command) const noexcept;
    template <class Machine>
    vehicle_interface::SafeCommands compute(Machine& machine, Command& command,
                                            vehicle_interface::Stamp stamp) noexcept;
    template <class Machine>
    vehicle_interface::SafeCommands hold(Machine& machine, SimTime now) noexcept;
    Verdict verdict() const noexcept;

    vehicle_interface::SafetyOptions options_;
    std::variant<vehicle_interface::SafetyStateMachine, ReferenceRules> machine_;
    LevelView view_;
    SafetyBoard* board_;
    std::optional<SimTime> now_;  ///< of the last cycle
    float velocity_mps_ = 0;      ///< of the vehicle, reported last
    Gear gear_ = Gear::no_command;
    Command last_;  ///< sent last, unless it was the fail-safe command
    std::optional<SimTime> last_stamp_;
    /// The command of this cycle was rejected since the cabin is open.
    bool is_cabin_stop_ = false;
    std::optional<gateway::VehicleStateCommand> asked_at_stop_;  ///< the request in that command
    vehicle_interface::Rules acted_;
    std::uint32_t levels_ = 0;  ///< used so far, one bit each
};

}  // namespace gateway
