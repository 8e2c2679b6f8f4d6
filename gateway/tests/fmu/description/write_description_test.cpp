// SPDX-License-Identifier: MIT
#include "description/write_description.hpp"

#include "description/read_description.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

namespace write_description_test {

using namespace gateway::fmu;

namespace {

Variable variable(std::string name, Type type, Causality causality) {
    Variable made;
    made.name = std::move(name);
    made.type = type;
    made.causality = causality;
    made.variability = Variability::discrete;
    return made;
}

/// With everything that a file may contain.
ModelDescription example(Version version) {
    ModelDescription description;
    description.version = version;
    description.model_name = "a <\"car\"> & more";
    description.token = "{1}";
    description.is_structured = true;
    CoSimulation model;
    model.identifier = "car";
    model.can_get_and_set_state = true;
    model.needs_execution_tool = true;
    if (version == Version::fmi3) model.fixed_internal_step_s = 0.001;
    description.co_simulation = model;
    Unit speed;
    speed.name = "km/h";
    speed.has_base = true;
    speed.dimension = {0, 1, -1, 0, 0, 0, 0, 0};
    speed.factor = 1 / 3.6;
    speed.display_units = {{"m/s", 1 / 3.6, 0.25}};
    description.units = {speed};
    description.enumerations = {{"Gear", {{"drive", 1}, {"reverse", -1}}}};
    description.log_categories = {{"logStatusError", "Errors"}};
    description.default_experiment = {0.0, 10.5, 0.01};

    Variable input = variable("speed", Type::float64, Causality::input);
    input.unit = "km/h";
    input.min = -1.0 / 3;
    input.start = 0.1;
    Variable gear = variable("gear", Type::enumeration, Causality::input);
    gear.declared_type = "Gear";
    gear.start = std::int64_t{-1};
    Variable text = variable("text", Type::string, Causality::input);
    text.start = std::string("two\nlines");
    description.variables = {input, gear, text, variable("on", Type::boolean, Causality::output)};
    for (std::uint32_t i = 0; i < 4; ++i) description.variables[i].reference = 10 + i;
    description.outputs = {{3, std::vector<std::uint32_t>{0, 1}}};
    description.initial_unknowns = {{3, std::nullopt}};
    description.terminals = {{"command", "org.example.command", "bus", {{"gear", "g"}}}};
    return description;
}

ModelDescription read_again(const ModelDescription& description) {
    return read_description(model_description_xml(description), "test");
}

}  // namespace

TEST_CASE("a description is the same after it was written and read") {
    for (const Version version : {Version::fmi2, Version::fmi3}) {
        const ModelDescription written = example(version), read = read_again(written);
        CHECK(read.version == version);
        CHECK(read.model_name == written.model_name);
        CHECK(read.token == written.token);
        CHECK(read.is_structured);
        REQUIRE(read.co_simulation);
        CHECK(read.co_simulation->needs_execution_tool);
        CHECK(read.co_simulation->can_get_and_set_state);
        CHECK(read.co_simulation->fixed_internal_step_s ==
              written.co_simulation->fixed_internal_step_s);
        REQUIRE(read.units.size() == 1);
        CHECK(read.units[0].dimension == written.units[0].dimension);
        CHECK(read.units[0].factor == written.units[0].factor);
        CHECK(read.units[0].display_units[0].offset == 0.25);
        CHECK(read.default_experiment.stop_s == 10.5);
        REQUIRE(read.outputs.size() == 1);
        CHECK(read.outputs[0].index == 3);
        CHECK(read.outputs[0].dependencies == written.outputs[0].dependencies);
        CHECK_FALSE(read.initial_unknowns.at(0).dependencies);
    }
}

TEST_CASE("variables are the same after they were written and read") {
    for (const Version version : {Version::fmi2, Version::fmi3}) {
        const ModelDescription written = example(version), read = read_again(written);
        REQUIRE(read.variables.size() == written.variables.size());
        for (std::size_t i = 0; i < written.variables.size(); ++i) {
            const Variable &a = written.variables[i], &b = read.variables[i];
            CHECK(b.name == a.name);
            CHECK(b.reference == a.reference);
            CHECK(b.type == a.type);
            CHECK(b.causality == a.causality);
            CHECK(b.unit == a.unit);
            CHECK(b.min == a.min);
            CHECK(b.start == a.start);
        }
    }
}

TEST_CASE("terminals are the same after they were written and read") {
    const auto read = read_terminals(terminals_xml(example(Version::fmi3)), "test");
    REQUIRE(read.size() == 1);
    CHECK(read[0].kind == "org.example.command");
    CHECK(read[0].members.at(0).variable == "gear");
    CHECK(terminals_xml({}).empty());
}

TEST_CASE("a type that a version does not have is refused") {
    ModelDescription description = example(Version::fmi2);
    description.variables[0].type = Type::float32;
    CHECK_THROWS_AS(model_description_xml(description), std::invalid_argument);
}

}  // namespace write_description_test
