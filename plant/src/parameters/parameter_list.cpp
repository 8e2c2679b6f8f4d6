// SPDX-License-Identifier: MIT
#include <plant/parameter_list.hpp>

#include "parameters/parameter_visitor.hpp"

#include <map>
#include <stdexcept>

namespace plant {
namespace {

constexpr std::uint64_t longest_list = 10'000;

template <class Params>
void visit_file(ParameterSink& sink, const char* file, Params& params) {
    ParameterVisitor visitor(sink, std::string(file) + ".");
    visit_parameters(visitor, params);
}

void visit_all(ParameterSink& sink, VehicleSetup& setup) {
    SessionConfig& session = setup.session;
    visit_file(sink, "vehicle", session.vehicle);
    visit_file(sink, "tyre", session.tyre);
    visit_file(sink, "solver", session.solver);
    visit_file(sink, "actuator", session.actuator);
    visit_file(sink, "sensors", session.sensors);
    visit_file(sink, "actuation", session.actuation);
    visit_file(sink, "ground", setup.ground);
}

class Collector final : public ParameterSink {
  public:
    void visit(Parameter& parameter) override { found.push_back(parameter); }

    std::vector<Parameter> found;
};

class Assigner final : public ParameterSink {
  public:
    explicit Assigner(const std::vector<Parameter>& parameters) {
        for (const Parameter& parameter : parameters) left_.emplace(parameter.name, &parameter);
    }

    void visit(Parameter& parameter) override {
        const auto given = left_.find(parameter.name);
        if (given == left_.end()) refuse(parameter.name, "is missing");
        check(parameter, *given->second);
        parameter.number = given->second->number;
        parameter.whole = given->second->whole;
        parameter.numbers = given->second->numbers;
        left_.erase(given);
    }

    void finish() const {
        if (!left_.empty()) refuse(left_.begin()->first, "is no parameter");
    }

  private:
    [[noreturn]] static void refuse(const std::string& name, const char* reason) {
        throw std::invalid_argument(name + ": " + reason);
    }

    static void check(const Parameter& wanted, const Parameter& given) {
        if (given.kind != wanted.kind) refuse(given.name, "is of another kind");
        if (given.kind == ParameterKind::flag && given.whole > 1)
            refuse(given.name, "must be 0 or 1");
        if (given.kind == ParameterKind::choice && given.whole >= wanted.names.size())
            refuse(given.name, "is no choice");
        if (given.kind == ParameterKind::length && given.whole > longest_list)
            refuse(given.name, "is too long");
    }

    std::map<std::string, const Parameter*> left_;
};

}  // namespace

std::vector<Parameter> list_parameters(const VehicleSetup& setup) {
    VehicleSetup copy = setup;
    Collector collector;
    visit_all(collector, copy);
    return std::move(collector.found);
}

void assign_parameters(VehicleSetup& setup, const std::vector<Parameter>& parameters) {
    Assigner assigner(parameters);
    visit_all(assigner, setup);
    assigner.finish();
}

}  // namespace plant
