// SPDX-License-Identifier: MIT
#pragma once

#include "slave/slave.hpp"
#include "standard/fmi2.hpp"
#include "standard/fmi3.hpp"

#include <string>
#include <utility>
#include <vector>

/// A slave for tests of the C functions: it adds `rate` to `sum` in each tick of 1 ms, multiplied
/// by the parameter `gain`.
namespace tests {

using gateway::fmu::Reference;
using gateway::fmu::Status;

/// References of the variables of the counter.
namespace counter {
inline constexpr Reference rate = 0, gain = 1, sum = 2, ticks = 3, is_odd = 4, mode = 5, label = 6,
                           small = 7, seed = 8;
}

/// The resources that select the behaviour: "fmi2", "fmi3", or one with an error, such as
/// "fmi2-throw-in-step".
inline const std::string counter_token = "{counter}";

/// Collects the lines that an instance logs.
struct LogLines {
    std::vector<std::pair<Status, std::string>> lines;

    /// The last line; empty if there is none.
    std::string last() const { return lines.empty() ? "" : lines.back().second; }
};

/// An instance with the functions of FMI 2.0.
class Fmi2Counter {
  public:
    explicit Fmi2Counter(const std::string& behaviour = "fmi2", bool is_started = true);
    ~Fmi2Counter() { gateway::fmu::fmi2::fmi2FreeInstance(component); }
    Fmi2Counter(const Fmi2Counter&) = delete;
    Fmi2Counter& operator=(const Fmi2Counter&) = delete;

    double real(Reference reference) const;
    Status set_real(Reference reference, double value) const {
        return gateway::fmu::fmi2::fmi2SetReal(component, &reference, 1, &value);
    }
    Status step(double point_s, double step_s) const {
        return gateway::fmu::fmi2::fmi2DoStep(component, point_s, step_s, 1);
    }
    /// fmi2LastSuccessfulTime
    double time_s() const;

    LogLines log;
    gateway::fmu::fmi2::Callbacks callbacks;
    gateway::fmu::fmi2::Component component;
};

/// Results of fmi3DoStep.
struct Step3 {
    Status status = Status::ok;
    bool wants_end = false;
    double time_s = 0;
};

/// An instance with the functions of FMI 3.0, in step mode.
class Fmi3Counter {
  public:
    explicit Fmi3Counter(const std::string& behaviour = "fmi3");
    ~Fmi3Counter() { gateway::fmu::fmi3::fmi3FreeInstance(instance); }
    Fmi3Counter(const Fmi3Counter&) = delete;
    Fmi3Counter& operator=(const Fmi3Counter&) = delete;

    double real(Reference reference) const;
    Step3 step(double point_s, double step_s) const;

    LogLines log;
    gateway::fmu::fmi3::Instance instance;
};

}  // namespace tests
