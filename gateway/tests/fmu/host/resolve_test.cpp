// SPDX-License-Identifier: MIT
#include "host/resolve.hpp"
#include "host/resolve_step.hpp"
#include "host/resource_uri.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace resolve_test {

using namespace gateway::fmu_host;
namespace fmu = gateway::fmu;

fmu::Unit unit(const char* name, fmu::Dimension dimension, double factor = 1, double offset = 0) {
    return {name, true, dimension, factor, offset, {}};
}

fmu::Variable variable(const char* name, std::uint32_t reference, fmu::Causality causality,
                       const char* unit_name) {
    fmu::Variable made;
    made.name = name;
    made.reference = reference;
    made.causality = causality;
    made.unit = unit_name;
    return made;
}

fmu::ModelDescription description() {
    fmu::ModelDescription made;
    made.co_simulation.emplace();
    made.co_simulation->can_handle_variable_step = true;
    made.units = {unit("km/h", {0, 1, -1}, 1 / 3.6),
                  unit("V", {1, 2, -3, -1}),
                  unit("deg", {}, 0.017453292519943295),
                  {"odd", false, {}, 1, 0, {}}};
    made.variables = {variable("speed", 1, fmu::Causality::output, "km/h"),
                      variable("voltage", 2, fmu::Causality::output, "V"),
                      variable("angle", 3, fmu::Causality::input, "deg"),
                      variable("odd", 4, fmu::Causality::output, "odd"),
                      variable("bare", 5, fmu::Causality::output, ""),
                      variable("free", 6, fmu::Causality::input, "")};
    return made;
}

Resolution resolve_output(const char* name, const char* signal, const char* signal_unit) {
    HostSetup setup;
    setup.step_s = 0.001;
    setup.outputs = {{name, signal, signal_unit}};
    return resolve(setup, description());
}

TEST_CASE("a value is converted through its base unit") {
    const Resolution sut = resolve_output("speed", "vx_mps", "m/s");
    REQUIRE(sut.report.wrong.empty());
    CHECK(sut.outputs.at(0).conversion.to_signal(36) == doctest::Approx(10));
    CHECK(sut.outputs.at(0).conversion.to_variable(10) == doctest::Approx(36));
}

TEST_CASE("an angle may have the dimension of a number") {
    HostSetup setup;
    setup.step_s = 0.001;
    setup.inputs = {{"angle", "steer_rad", "rad", {}, -16}};
    const Resolution sut = resolve(setup, description());
    REQUIRE(sut.report.wrong.empty());
    CHECK(sut.inputs.at(0).conversion.to_variable(0.1) ==
          doctest::Approx(-16 * 0.1 / 0.017453292519943295));
}

TEST_CASE("another dimension is refused, and a missing one is reported") {
    const auto wrong = [](const char* name) {
        const Resolution sut = resolve_output(name, "vx_mps", "m/s");
        return sut.report.wrong.empty() ? std::string() : sut.report.wrong[0].text;
    };
    CHECK(wrong("voltage") == "variable voltage has unit V, but vx_mps needs m/s");
    CHECK(wrong("odd").find("does not define by base units") != std::string::npos);
    CHECK(wrong("nothing") == "the FMU has no variable 'nothing'");
    CHECK(wrong("bare").empty());
    const auto warnings = resolve_output("bare", "vx_mps", "m/s").report.warnings;
    REQUIRE(warnings.size() == 2);
    CHECK(warnings[0] == "variable bare has no unit; it is taken in m/s");
    CHECK(warnings[1] ==
          "inputs that keep their start values, since they are not mapped: angle, free");
}

TEST_CASE("a conversion without effect leaves the bits") {
    const Conversion sut;
    CHECK(std::signbit(sut.to_variable(-0.0)));
    CHECK(std::signbit(sut.to_signal(-0.0)));
}

TEST_CASE("the communication step is a multiple of the gateway's, and the FMU's fixed one") {
    const auto resolved = [](double step_s, std::optional<double> asked_s,
                             std::optional<double> fixed_s, std::optional<double> inside_s) {
        HostSetup setup;
        setup.step_s = step_s;
        setup.communication_step_s = asked_s;
        fmu::ModelDescription made = description();
        made.co_simulation->can_handle_variable_step = !fixed_s;
        made.default_experiment.step_s = fixed_s.value_or(0.5);
        made.co_simulation->fixed_internal_step_s = inside_s;
        return resolve_step(setup, made);
    };
    CHECK(resolved(0.001, {}, {}, {}).steps == 1);
    CHECK(resolved(0.001, 0.01, {}, {}).steps == 10);
    CHECK(resolved(0.001, {}, 0.02, {}).steps == 20);
    CHECK_FALSE(resolved(0.001, 0.0015, {}, {}).wrong.empty());
    CHECK_FALSE(resolved(0.001, 0.01, 0.02, {}).wrong.empty());
    CHECK_FALSE(resolved(0.003, {}, 0.02, {}).wrong.empty());
    CHECK(resolved(0.003, {}, {}, 0.001).wrong.empty());
    CHECK_FALSE(resolved(0.003, {}, {}, 0.002).wrong.empty());
    CHECK_FALSE(resolved(0.001, {}, 1e-320, {}).wrong.empty());
}

TEST_CASE("a path becomes a URI") {
    CHECK(resource_uri("/tmp/a b\xc3\xa4/resources") == "file:///tmp/a%20b%c3%a4/resources");
}

}  // namespace resolve_test
