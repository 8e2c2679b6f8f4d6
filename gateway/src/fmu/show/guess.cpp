// SPDX-License-Identifier: MIT
#include "guess.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>

namespace gateway::fmu {
namespace {

using Ends = std::vector<const char*>;

/// The ends of usual names of variables, of letters and digits in lower case. # is a wheel.
const std::map<std::string, Ends>& usual_ends() {
    static const std::map<std::string, Ends> ends{
        {"throttle", {"throttle", "accelerator", "acceleratorpedal", "accpedal", "gaspedal"}},
        {"brake", {"brake", "brakepedal", "brakecmd"}},
        {"steer_rad", {"steeringangle", "steer", "steering", "roadwheelangle", "delta"}},
        {"rear_steer_rad", {"rearsteeringangle", "rearsteer", "rearsteering", "deltarear"}},
        {"gear", {"gear", "gearcmd", "requestedgear", "gearboxmode"}},
        {"hand_brake", {"handbrake", "parkingbrake", "parkbrake"}},
        {"accel_mps2", {"acceleration", "accelerationcmd", "accel", "targetacceleration"}},
        {"velocity_mps", {"targetspeed", "targetvelocity", "speedcmd", "velocitycmd"}},
        {"torque_#_nm", {"wheeltorque#", "torque#", "wheel#torque"}},
        {"x_m", {"posex", "positionx", "posx", "xposition", "xpos", "x"}},
        {"y_m", {"posey", "positiony", "posy", "yposition", "ypos", "y"}},
        {"z_m", {"posez", "positionz", "posz", "zposition", "zpos", "z"}},
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
        {"yaw_rate_radps", {"yawrate", "psidot", "yawvelocity"}},
        {"ax_mps2", {"acclongitudinal", "longitudinalacceleration", "ax", "accelerationx"}},
        {"ay_mps2", {"acclateral", "lateralacceleration", "ay", "accelerationy"}},
        {"az_mps2", {"accvertical", "verticalacceleration", "az", "accelerationz"}},
        {"steer_applied_rad", {"steeringangle", "steerangle", "roadwheelangle", "steer", "delta"}},
        {"throttle_applied", {"throttleapplied", "throttle"}},
        {"brake_applied", {"brakeapplied", "brake"}},
        {"rack_torque_nm", {"racktorque", "steeringtorque"}},
        {"wheel_radius_m", {"wheelradius"}},
        {"wheel_spin_#_radps", {"wheelspeed#", "wheelspin#", "wheel#speed", "wheel#spin"}},
        {"suspension_compression_#_m", {"suspension#", "compression#"}},
        {"wheel_load_#_n", {"wheelload#", "tyreload#", "tireload#"}},
        {"tyre_force_x_#_n", {"tyreforcelongitudinal#", "tyreforcex#", "tireforcex#"}},
        {"tyre_force_y_#_n", {"tyreforcelateral#", "tyreforcey#", "tireforcey#"}},
        {"slip_ratio_#", {"slipratio#", "longitudinalslip#"}},
        {"slip_angle_#_rad", {"slipangle#", "lateralslip#"}},
        {"brake_torque_#_nm", {"braketorque#"}},
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

/// A wheel in the names of signals, and in those of variables.
struct Wheel {
    const char* in_signal;
    std::array<const char*, 3> in_variable;
};

constexpr Wheel wheels[] = {{"_fl", {"fl", "frontleft", "1"}},
                            {"_fr", {"fr", "frontright", "2"}},
                            {"_rl", {"rl", "rearleft", "3"}},
                            {"_rr", {"rr", "rearright", "4"}}};

std::string with_wheel(std::string text, std::size_t at, std::size_t size, const char* wheel) {
    return text.replace(at, size, wheel);
}

/// The usual ends of names for a signal.
std::vector<std::string> ends_of(const std::string& signal) {
    const auto usual = [](const std::string& key) {
        const auto found = usual_ends().find(key);
        return found == usual_ends().end() ? Ends{} : found->second;
    };
    const Ends ends = usual(signal);
    std::vector<std::string> all{letters_of(signal)};
    all.insert(all.end(), ends.begin(), ends.end());
    for (const Wheel& wheel : wheels) {
        const std::size_t at = signal.find(wheel.in_signal);
        if (at == std::string::npos) continue;
        for (const std::string end : usual(with_wheel(signal, at, 3, "_#")))
            for (const char* name : wheel.in_variable)
                all.push_back(with_wheel(end, end.find('#'), 1, name));
    }
    return all;
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
            if (is_wanted && is_number(variable) && !is_reading(variable))
                candidates_.emplace_back(letters_of(variable.name), &variable);
        }
    }

    /// Longer ends are tried first, whichever signal has them: "handbrake" before "brake".
    /// @param fronts of the ends, as "init" of a start value
    std::vector<Guess> guess(std::vector<Guess> signals, const std::vector<std::string>& fronts) {
        std::vector<std::pair<std::string, Guess*>> ends;
        for (Guess& signal : signals)
            for (const std::string& front : fronts)
                for (const std::string& end : ends_of(signal.signal))
                    ends.emplace_back(front + end, &signal);
        std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
            return a.first.size() > b.first.size();
        });
        for (const auto& [end, signal] : ends) {
            if (signal->variable != nullptr) continue;
            signal->variable = find(end, signal->unit);
            if (signal->variable != nullptr) used_.insert(signal->variable);
        }
        return signals;
    }

  private:
    static bool is_number(const Variable& variable) {
        return !variable.is_array && variable.type != Type::string &&
               variable.type != Type::binary && variable.type != Type::clock;
    }
    /// A reading of a sensor, which may have an error, is not the state of the vehicle.
    static bool is_reading(const Variable& variable) {
        return lower(variable.name).find("sensor") != std::string::npos;
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
            if (end.size() < 4 && letters != end && letters_of(last_part(variable->name)) != end)
                continue;
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

/// Signals without variables.
template <class Signals>
std::vector<Guess> unknown(const Signals& signals) {
    std::vector<Guess> all;
    for (const auto& signal : signals) all.push_back({signal.name, signal.unit});
    return all;
}

}  // namespace

std::vector<Guess> guess_inputs(const ModelDescription& description) {
    return Guesser(description, {Causality::input}).guess(unknown(fmu_inputs()), {""});
}

std::vector<Guess> guess_outputs(const ModelDescription& description) {
    std::vector<Guess> all = Guesser(description, {Causality::output, Causality::local})
                                 .guess(unknown(fmu_outputs()), {""});
    const auto radius = std::find_if(all.begin(), all.end(), [](const Guess& each) {
        return each.signal == "wheel_radius_m" && each.variable == nullptr;
    });
    // It is a parameter in most vehicles.
    if (radius != all.end())
        *radius = Guesser(description, {Causality::parameter}).guess({*radius}, {""}).front();
    return all;
}

std::vector<Guess> guess_starts(const ModelDescription& description) {
    return Guesser(description, {Causality::parameter})
        .guess(unknown(fmu_starts()), {"init", "start", "initial"});
}

}  // namespace gateway::fmu
