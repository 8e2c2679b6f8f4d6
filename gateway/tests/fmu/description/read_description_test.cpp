// SPDX-License-Identifier: MIT
#include "description/read_description.hpp"
#include "fmu_example.hpp"

#include <string>

namespace read_description_test {

using namespace gateway::fmu;
using doctest::Contains;
using tests::changed;
using tests::description_error;
using tests::example_2;
using tests::example_3;

namespace {

const Variable& named(const ModelDescription& description, const std::string& name) {
    for (const Variable& variable : description.variables)
        if (variable.name == name) return variable;
    FAIL("no variable " << name);
    return description.variables.front();
}

template <class Number>
Number start(const ModelDescription& description, const std::string& name) {
    return std::get<Number>(named(description, name).start.value());
}

using Positions = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("a description of FMI 2.0 is read") {
    const ModelDescription read = read_description(example_2, "m.xml");
    CHECK(read.version == Version::fmi2);
    CHECK(read.token == "{1}");
    CHECK(read.is_structured);
    CHECK(read.co_simulation->identifier == "car");
    CHECK(read.co_simulation->can_serialise_state);
    CHECK(read.default_experiment.stop_s == 10.0);
    REQUIRE(read.units.size() == 2);
    CHECK(read.units[1].dimension == Dimension{0, 1, -1, 0, 0, 0, 0, 0});
    CHECK(read.units[1].display_units.front().factor == 3.6);
    REQUIRE(read.variables.size() == 11);
    CHECK(start<double>(read, "length") == 2.7);
    CHECK(start<std::int64_t>(read, "cmd.gear") == 1);
    CHECK(start<std::string>(read, "text") == "<ä>");
    CHECK(start<bool>(read, "on"));
    CHECK(named(read, "v").derivative_of == 3U);
    CHECK(named(read, "mode").type == Type::enumeration);
    CHECK(read.elements.front() == "CoSimulation");
}

TEST_CASE("a description of FMI 3.0 is read") {
    const ModelDescription read = read_description(example_3, "m.xml");
    CHECK(read.version == Version::fmi3);
    CHECK(read.co_simulation->fixed_internal_step_s == 0.001);
    CHECK(read.units[1].offset == 273.15);
    CHECK(start<std::uint64_t>(read, "count") == 18446744073709551615U);
    CHECK(start<std::int64_t>(read, "small") == -128);
    CHECK(start<std::string>(read, "text") == "a");
    CHECK(named(read, "u").aliases == std::vector<std::string>{"'u 2'"});
    CHECK(named(read, "list").is_array);
    CHECK_FALSE(named(read, "list").start);
    CHECK(named(read, "bytes").type == Type::binary);
    CHECK(named(read, "clock").type == Type::clock);
}

TEST_CASE("a variable has the unit and the limits of its type where it has none") {
    CHECK(named(read_description(example_2, ""), "cmd.throttle").max == 1.0);
    const ModelDescription read = read_description(example_3, "");
    CHECK(named(read, "y[1]").unit == "m");
    CHECK(named(read, "y[1]").min == 0.0);
    const auto own = read_description(
        changed(example_3, "declaredType=\"Length\"", "declaredType=\"Length\" min=\"-5\""), "");
    CHECK(named(own, "y[1]").min == -5.0);
}

TEST_CASE("variability that is not written depends on type, causality and version") {
    const ModelDescription read = read_description(example_3, "");
    CHECK(named(read, "u").variability == Variability::continuous);
    CHECK(named(read, "on").variability == Variability::discrete);
    CHECK(named(read, "count").variability == Variability::fixed);
}

TEST_CASE("references of the structure are resolved to positions") {
    for (const std::string& text : {example_2, example_3}) {
        const ModelDescription read = read_description(text, "");
        const bool is_2 = read.version == Version::fmi2;
        REQUIRE(read.outputs.size() == 2);
        CHECK(read.outputs[0].index == (is_2 ? 3 : 4));
        CHECK(read.outputs[0].dependencies == (is_2 ? Positions{} : Positions{1}));
        CHECK(read.outputs[1].dependencies.has_value() == is_2);
        CHECK(read.initial_unknowns[0].index == (is_2 ? 3 : 4));
    }
    const auto wrong = read_description(changed(example_2, "index=\"4\"", "index=\"99\""), "");
    CHECK(wrong.outputs[0].index == no_variable);
}

TEST_CASE("terminals are read, with those inside others") {
    const auto all = read_terminals(tests::example_terminals, "t.xml");
    REQUIRE(all.size() == 2);
    CHECK(all[0].kind == "org.example.command");
    CHECK(all[0].members[1].variable == "cmd.gear");
    CHECK(all[1].name == "cmd.inner");
    CHECK(all[1].members[0].name == "");
}

TEST_CASE("a wrong value is reported with its line, its element and the variable") {
    const auto wrong = [](const char* old, const char* by) {
        return description_error(changed(example_2, old, by));
    };
    CHECK(wrong("start=\"2.7\"", "start=\"two\"") ==
          Contains("m.xml:29: Real length: start: must be a finite number, is 'two'"));
    for (const char* number : {"nan", "inf", "1e999", "0x10", "1,5", "", "1 2"})
        CHECK(wrong("start=\"2.7\"", ("start=\"" + std::string(number) + "\"").c_str()) ==
              Contains("must be a finite number"));
    CHECK(wrong("start=\"1\" min", "start=\"2147483648\" min") ==
          Contains("Integer cmd.gear: start: must be an integer from -2147483648 to 2147483647"));
    CHECK(wrong("start=\"1\" min", "start=\"1.0\" min") == Contains("must be an integer"));
    CHECK(wrong("valueReference=\"4\"", "valueReference=\"-1\"") ==
          Contains("valueReference: must be an integer from 0 to 4294967295, is '-1'"));
    CHECK(wrong("valueReference=\"4\"", "valueReference=\"4294967296\"") == Contains("must be"));
    CHECK(wrong("valueReference=\"4\"", "") == Contains("must have an attribute valueReference"));
    CHECK(wrong("name=\"length\"", "") == Contains("must have an attribute name"));
    CHECK(wrong("causality=\"output\"", "causality=\"Output\"") ==
          Contains("causality: must be one of parameter, calculatedParameter"));
    CHECK(wrong("<Boolean start=\"true\"", "<Boolean start=\"yes\"") ==
          Contains("must be one of true, false, 1, 0, is 'yes'"));
    CHECK(wrong("s=\"-1\"", "s=\"-101\"") == Contains("must be an integer from -100 to 100"));
    CHECK(wrong("dependencies=\"2 3\"", "dependencies=\"2, 3\"") ==
          Contains("dependencies: must be a list of integers"));
    CHECK(wrong("<Real unit=\"m\"/>", "<Complex/>") == Contains("must have an element Real"));
    CHECK(wrong("fmiVersion=\"2.0\"", "fmiVersion=\"1.0\"") == Contains("FMI 2.0 and 3.0"));
    CHECK(wrong("modelIdentifier=\"car\"", "") == Contains("must have an attribute model"));
}

TEST_CASE("integers of FMI 3.0 have the range of their type") {
    const auto wrong = [](const char* old, const char* by) {
        return description_error(changed(example_3, old, by));
    };
    CHECK(wrong("-128", "-129") == Contains("must be an integer from -128 to 127"));
    CHECK(wrong("18446744073709551615", "18446744073709551616") == Contains("must be an integer"));
    CHECK(wrong("18446744073709551615", "-1") == Contains("must be an integer from 0 to"));
    CHECK(wrong("<Boolean name", "<Float16 name") == Contains("is not a type of variable"));
    CHECK(wrong("<Float64Type", "<Float64") ==
          Contains("Float64 Length: is not a type definition"));
}

TEST_CASE("a text in a message is short and has no control characters") {
    const std::string long_text(5000, 'x');
    const std::string error = description_error(changed(example_2, "start=\"2.7\"",
                                                        "start=\"\x1b[31m" + long_text + "\""))
                                  .c_str();
    CHECK(error.size() < 300);
    CHECK(error.find('\x1b') == std::string::npos);
}

}  // namespace read_description_test
