// SPDX-License-Identifier: MIT
#include "guess.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>

namespace gateway::fmu {
namespace {

using Ends = std::vector<const char*>;

/// The ends of usual names of variables, of letters and digits in lower case.
const std::map<std::string, Ends>& usual_ends() {
    static const std::map<std::string, Ends> ends{
        {"throttle",
         {"throttle", "accelerator", "acceleratorpedal", "accpedal", "gaspedal", "gas"}},
        {"brake", {"brake", "brakepedal", "brakecmd", "braking"}},
        {"steer_rad",
         {"steeringangle", "steer", "steering", "roadwheelangle", "delta", "steercmd"}},
        {"rear_steer_rad", {"rearsteeringangle", "rearsteer", "rearsteering", "deltarear"}},
        {"gear", {"gear", "gearcmd", "requestedgear", "gearboxmode"}},
        {"hand_brake", {"handbrake", "parkingbrake", "parkbrake"}},
        {"accel_mps2",
         {"accelerationcmd", "acceleration", "accel", "axcmd", "acccmd", "targetacceleration"}},
        {"velocity_mps", {"targetspeed", "targetvelocity", "speedcmd", "velocitycmd"}},
        {"torque_fl_nm", {"torquefl", "torquefrontleft", "tfl", "wheeltorque1"}},
        {"torque_fr_nm", {"torquefr", "torquefrontright", "tfr", "wheeltorque2"}},
        {"torque_rl_nm", {"torquerl", "torquerearleft", "trl", "wheeltorque3"}},
        {"torque_rr_nm", {"torquerr", "torquerearright", "trr", "wheeltorque4"}},
        {"x_m", {"posex", "positionx", "posx", "xpos", "xposition", "x"}},
        {"y_m", {"posey", "positiony", "posy", "ypos", "yposition", "y"}},
        {"z_m", {"posez", "positionz", "posz", "zpos", "zposition", "z"}},
        {"roll_rad", {"roll", "rollangle", "phi"}},
        {"pitch_rad", {"pitch", "pitchangle", "theta"}},
        {"yaw_rad", {"yaw", "yawangle", "heading", "psi"}},
        {"vx_mps",
         {"vellongitudinal", "longitudinalvelocity", "longitudinalspeed", "vehiclespeed", "vx",
          "velocityx", "speed", "velocity", "v"}},
        {"vy_mps", {"vellateral", "lateralvelocity", "lateralspeed", "vy", "velocityy"}},
        {"vz_mps", {"velvertical", "verticalvelocity", "vz", "velocityz"}},
        {"roll_rate_radps", {"rollrate", "phidot"}},
        {"pitch_rate_radps", {"pitchrate", "thetadot"}},
        {"yaw_rate_radps", {"yawrate", "psidot", "yawvelocity", "wz"}},
        {"ax_mps2", {"acclongitudinal", "longitudinalacceleration", "ax", "accelerationx"}},
        {"ay_mps2", {"acclateral", "lateralacceleration", "ay", "accelerationy"}},
        {"az_mps2", {"accvertical", "verticalacceleration", "az", "accelerationz"}},
        {"steer_applied_rad",
         {"steeringangle", "steerangle", "roadwheelangle", "steer", "steerapplied", "delta"}},
        {"throttle_applied", {"throttleapplied", "throttle"}},
        {"brake_applied", {"brakeapplied", "brake"}},
        {"rack_torque_nm", {"racktorque"}},
        {"wheel_radius_m", {"wheelradius"}},
    };
    return ends;
}

/// A name without anything but letters and digits, in lower case.
std::string letters_of(const std::string& name) {
    std::string letters;
    for (const char each : lower(name))
        if ((each >= 'a' && each <= 'z') || (each >= '0' && each <= '9')) letters += each;
    return letters;
}

/// The exponents of a signal's unit.
Dimension dimension_of(const std::string& unit) {
    static const std::map<std::string, Dimension> known{
        {"1", {0, 0, 0, 0, 0, 0, 0, 0}},    {"m", {0, 1, 0, 0, 0, 0, 0, 0}},
        {"m/s", {0, 1, -1, 0, 0, 0, 0, 0}}, {"m/s2", {0, 1, -2, 0, 0, 0, 0, 0}},
        {"rad", {0, 0, 0, 0, 0, 0, 0, 1}},  {"rad/s", {0, 0, -1, 0, 0, 0, 0, 1}},
        {"N", {1, 1, -2, 0, 0, 0, 0, 0}},   {"Nm", {1, 2, -2, 0, 0, 0, 0, 0}}};
    return known.at(unit);
}

/// Finds the variables of signals. Each variable is used once.
class Guesser {
  public:
    Guesser(const ModelDescription& description, std::vector<Causality> causalities)
        : description_(description) {
        for (const Unit& unit : description.units)
            if (unit.has_base) dimensions_.emplace(unit.name, unit.dimension);
        for (const Variable& variable : description.variables) {
            const bool is_wanted = std::find(causalities.begin(), causalities.end(),
                                             variable.causality) != causalities.end();
            if (is_wanted && is_number(variable))
                candidates_.emplace_back(letters_of(variable.name), &variable);
        }
    }

    /// @param front of the ends, as "init" of a start value
    Guess guess(const std::string& signal, const std::string& unit, const std::string& front = "") {
        Guess guess{signal, unit};
        for (const std::string& end : ends_of(signal)) {
            guess.variable = find(front + end, unit);
            if (guess.variable != nullptr) break;
        }
        if (guess.variable != nullptr) used_.insert(guess.variable);
        return guess;
    }

  private:
    static bool is_number(const Variable& variable) {
        return !variable.is_array && variable.type != Type::string &&
               variable.type != Type::binary && variable.type != Type::clock &&
               variable.type != Type::boolean;
    }
    /// The signal's name with and without its unit, and usual ends.
    static std::vector<std::string> ends_of(const std::string& signal) {
        std::vector<std::string> ends{letters_of(signal)};
        const std::size_t unit = signal.rfind('_');
        if (unit != std::string::npos) ends.push_back(letters_of(signal.substr(0, unit)));
        const auto found = usual_ends().find(signal);
        if (found == usual_ends().end()) return ends;
        if (ends.size() > 1 && ends.back().size() < 3) ends.pop_back();  // such as x
        ends.insert(ends.end(), found->second.begin(), found->second.end());
        return ends;
    }
    bool fits(const Variable& variable, const std::string& unit) const {
        const auto found = dimensions_.find(variable.unit);
        if (found == dimensions_.end()) return true;  // it states no dimension
        Dimension dimension = found->second, wanted = dimension_of(unit);
        dimension.back() = wanted.back() = 0;  // many tools omit the exponent of rad
        return dimension == wanted;
    }
    /// The variable with the shortest name that ends so. One or two letters must be the whole name,
    /// or what follows its last dot or underscore.
    const Variable* find(const std::string& end, const std::string& unit) const {
        const Variable* best = nullptr;
        for (const auto& [letters, variable] : candidates_) {
            if (!ends_with(letters, end) || used_.count(variable) != 0 || !fits(*variable, unit))
                continue;
            if (end.size() < 4 && letters_of(last_part(variable->name)) != end) continue;
            if (best == nullptr || variable->name.size() < best->name.size()) best = variable;
        }
        return best;
    }
    static std::string last_part(const std::string& name) {
        const std::size_t at = name.find_last_of("._");
        return at == std::string::npos ? name : name.substr(at + 1);
    }

    const ModelDescription& description_;
    std::map<std::string, Dimension> dimensions_;
    std::vector<std::pair<std::string, const Variable*>> candidates_;
    std::set<const Variable*> used_;
};

}  // namespace

std::vector<Guess> guess_inputs(const ModelDescription& description) {
    Guesser guesser(description, {Causality::input});
    std::vector<Guess> all;
    for (const FmuSignal& signal : fmu_inputs())
        all.push_back(guesser.guess(signal.name, signal.unit));
    return all;
}

std::vector<Guess> guess_outputs(const ModelDescription& description) {
    Guesser guesser(description, {Causality::output, Causality::local});
    std::vector<Guess> all;
    for (const FmuOutput& signal : fmu_outputs())
        all.push_back(guesser.guess(signal.name, signal.unit));
    return all;
}

std::vector<Guess> guess_starts(const ModelDescription& description) {
    Guesser guesser(description, {Causality::parameter});
    std::vector<Guess> all;
    for (const FmuSignal& signal : fmu_starts()) {
        Guess guess;
        for (const char* front : {"init", "start", "initial"}) {
            guess = guesser.guess(signal.name, signal.unit, front);
            if (guess.variable != nullptr) break;
        }
        all.push_back(guess);
    }
    return all;
}

}  // namespace gateway::fmu
