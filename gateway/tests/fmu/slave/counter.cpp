// SPDX-License-Identifier: MIT
#include "counter.hpp"

#include <doctest/doctest.h>

#include <cstdarg>
#include <cstdio>
#include <stdexcept>

namespace tests {

using namespace gateway::fmu;

namespace {

Variable variable(const std::string& name, Type type, Causality causality,
                  std::optional<Value> start) {
    Variable made;
    made.name = name;
    made.type = type;
    made.causality = causality;
    made.variability = causality == Causality::parameter ? Variability::fixed
                       : type == Type::float64           ? Variability::continuous
                                                         : Variability::discrete;
    made.start = std::move(start);
    return made;
}

std::vector<Variable> variables_of(Version version) {
    const bool is_2 = version == Version::fmi2;
    std::vector<Variable> all{
        variable("rate", Type::float64, Causality::input, 1.0),
        variable("gain", Type::float64, Causality::parameter, 1.0),
        variable("sum", Type::float64, Causality::output, {}),
        variable("ticks", Type::int32, Causality::output, {}),
        variable("is_odd", Type::boolean, Causality::output, {}),
        variable("mode", Type::enumeration, Causality::input, std::int64_t{1}),
        variable("label", Type::string, Causality::parameter, std::string("first")),
        variable("small", is_2 ? Type::int32 : Type::int8, Causality::input, std::int64_t{-3}),
        variable("seed", is_2 ? Type::int32 : Type::uint64, Causality::parameter,
                 std::uint64_t{7})};
    all[counter::gain].min = 0;
    all[counter::gain].max = 10;
    return all;
}

class Counter final : public Slave {
  public:
    explicit Counter(std::string behaviour) : behaviour_(std::move(behaviour)) {
        info_.version = has("fmi2") ? Version::fmi2 : Version::fmi3;
        info_.token = counter_token;
        info_.tick_s = 0.001;
        info_.variables = variables_of(info_.version);
    }

    const SlaveInfo& info() const override { return info_; }
    void initialise(const Values& values, double start_s) override {
        if (has("throw-in-start")) throw std::runtime_error("cannot start");
        gain_ = values.get<double>(counter::gain);
        sum_ = start_s;
        ticks_ = 0;
    }
    StepResult step(const Values& values, std::int64_t ticks) override {
        if (has("throw-in-step")) throw std::runtime_error("cannot step");
        if (has("throw-a-number")) throw 5;
        for (std::int64_t i = 0; i < ticks; ++i, ++ticks_) {
            if (has("end-at-5") && ticks_ == 5) return {i, true, "it is enough"};
            sum_ += gain_ * values.get<double>(counter::rate);
        }
        return {ticks};
    }
    void write_outputs(Values& values) override {
        values.set(counter::sum, sum_);
        values.set(counter::ticks, ticks_);
        values.set(counter::is_odd, ticks_ % 2 == 1);
    }
    bool can_save() const override { return true; }
    void save(std::vector<std::uint8_t>& bytes) const override {
        const std::string text = std::to_string(sum_) + " " + std::to_string(ticks_);
        bytes.insert(bytes.end(), text.begin(), text.end());
    }
    void restore(const std::vector<std::uint8_t>& bytes) override {
        const std::string text(bytes.begin(), bytes.end());
        if (std::sscanf(text.c_str(), "%lf %d", &sum_, &ticks_) != 2)
            throw std::invalid_argument("is no state of a counter");
    }

  private:
    bool has(const char* word) const { return behaviour_.find(word) != std::string::npos; }

    std::string behaviour_;
    SlaveInfo info_;
    double gain_ = 1, sum_ = 0;
    std::int32_t ticks_ = 0;
};

void log_2(void* lines, const char*, Status status, const char*, const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    static_cast<LogLines*>(lines)->lines.emplace_back(status, text);
}

void log_3(void* lines, Status status, const char*, const char* text) {
    static_cast<LogLines*>(lines)->lines.emplace_back(status, text);
}

}  // namespace

Fmi2Counter::Fmi2Counter(const std::string& behaviour, bool is_started)
    : callbacks{log_2, nullptr, nullptr, nullptr, &log},
      component(fmi2::fmi2Instantiate("one", fmi2::Kind::co_simulation, counter_token.c_str(),
                                      ("file:///" + behaviour).c_str(), &callbacks, 0, 0)) {
    if (component == nullptr || !is_started) return;
    REQUIRE(fmi2::fmi2SetupExperiment(component, 0, 0, 0, 0, 0) == Status::ok);
    REQUIRE(fmi2::fmi2EnterInitializationMode(component) == Status::ok);
    if (behaviour.find("throw-in-start") != std::string::npos) return;
    REQUIRE(fmi2::fmi2ExitInitializationMode(component) == Status::ok);
}

double Fmi2Counter::real(Reference reference) const {
    double value = -1;
    REQUIRE(fmi2::fmi2GetReal(component, &reference, 1, &value) == Status::ok);
    return value;
}

double Fmi2Counter::time_s() const {
    double value = -1;
    const auto kind = fmi2::StatusKind::last_successful_time;
    REQUIRE(fmi2::fmi2GetRealStatus(component, kind, &value) == Status::ok);
    return value;
}

Fmi3Counter::Fmi3Counter(const std::string& behaviour)
    : instance(fmi3::fmi3InstantiateCoSimulation("one", counter_token.c_str(),
                                                 ("/" + behaviour).c_str(), false, false, false,
                                                 false, nullptr, 0, &log, log_3, nullptr)) {
    if (instance == nullptr) return;
    REQUIRE(fmi3::fmi3EnterInitializationMode(instance, false, 0, 0, false, 0) == Status::ok);
    REQUIRE(fmi3::fmi3ExitInitializationMode(instance) == Status::ok);
}

double Fmi3Counter::real(Reference reference) const {
    double value = -1;
    REQUIRE(fmi3::fmi3GetFloat64(instance, &reference, 1, &value, 1) == Status::ok);
    return value;
}

Step3 Fmi3Counter::step(double point_s, double step_s) const {
    Step3 result;
    bool event = false, early = false;
    result.status = fmi3::fmi3DoStep(instance, point_s, step_s, true, &event, &result.wants_end,
                                     &early, &result.time_s);
    CHECK_FALSE(event);
    CHECK_FALSE(early);
    return result;
}

}  // namespace tests

namespace gateway::fmu {

std::unique_ptr<Slave> create_slave(const std::filesystem::path& resources) {
    if (resources.filename() == "missing") throw std::runtime_error("there are no resources");
    return std::make_unique<tests::Counter>(resources.filename().string());
}

}  // namespace gateway::fmu
