// SPDX-License-Identifier: MIT
#include "description/read_description.hpp"
#include "fmu_example.hpp"
#include "rule/rule.hpp"
#include "rule/structured_name.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace check_test {

using namespace gateway::fmu;
using tests::changed;
using tests::example_2;
using tests::example_3;
using tests::example_terminals;

namespace {

/// A file of an FMU, valid but for one change.
struct Broken {
    const char* rule;  ///< the one that finds it
    enum { fmi2, fmi3, terminals } file;
    const char* old;
    const char* by;
};

const std::vector<Broken> broken_files{
    {"version", Broken::fmi3, "fmiVersion=\"3.0\"", "fmiVersion=\"3.1\""},
    {"element-order", Broken::fmi2, "<DefaultExperiment", "<UnitDefinitions/><DefaultExperiment"},
    {"element-order", Broken::fmi3, "<DefaultExperiment", "<VendorAnnotations/><DefaultExperiment"},
    {"element-order", Broken::fmi2, "<CoSimulation ", "<LogCategories/><CoSimulation "},
    {"identifier", Broken::fmi2, "modelIdentifier=\"car\"", "modelIdentifier=\"a-car\""},
    {"identifier", Broken::fmi2, "modelIdentifier=\"car\"", "modelIdentifier=\"1car\""},
    {"library", Broken::fmi2, "modelIdentifier=\"car\"", "modelIdentifier=\"truck\""},
    {"token", Broken::fmi2, "guid=\"{1}\"", ""},
    {"token", Broken::fmi3, "instantiationToken=\"{2}\"", "instantiationToken=\"\""},
    {"model-name", Broken::fmi2, "modelName=\"Car\"", ""},
    {"serialisation", Broken::fmi2, "canGetAndSetFMUstate=\"true\"", ""},
    {"internal-step", Broken::fmi3, "\"0.001\"", "\"0\""},
    {"experiment", Broken::fmi2, "stepSize=\"0.01\"", "stepSize=\"0\""},
    {"experiment", Broken::fmi2, "stopTime=\"10\"", "stopTime=\"-1\""},
    {"unit-unique", Broken::fmi2, "<Unit name=\"m\">", "<Unit name=\"m/s\"/><Unit name=\"m\">"},
    {"unit-factor", Broken::fmi2, "<BaseUnit m=\"1\"/>", "<BaseUnit m=\"1\" factor=\"0\"/>"},
    {"unit-defined", Broken::fmi2, "<Real unit=\"m\"/>", "<Real unit=\"km\"/>"},
    {"unit-defined", Broken::fmi3, "Type name=\"Length\" unit=\"m\"",
     "Type name=\"Length\" unit=\"s\""},
    {"type-unique", Broken::fmi3, "<EnumerationType",
     "<Float64Type name=\"Length\"/><EnumerationType"},
    {"type-defined", Broken::fmi2, "declaredType=\"Pedal\"", "declaredType=\"Brake\""},
    {"type-defined", Broken::fmi2, "declaredType=\"Mode\"", "declaredType=\"Pedal\""},
    {"type-defined", Broken::fmi3, "declaredType=\"Mode\"", ""},
    {"name-unique", Broken::fmi2, "name=\"half\"", "name=\"length\""},
    {"name-unique", Broken::fmi3, "<Alias name=\"'u 2'\"/>", "<Alias name=\"on\"/>"},
    {"name-characters", Broken::fmi2, "name=\"half\"", "name=\"'ha&#x7;lf'\""},
    {"name-structured", Broken::fmi2, "name=\"half\"", "name=\"a half\""},
    {"name-structured", Broken::fmi3, "'u 2'", "u-2"},
    {"reference-unique", Broken::fmi3, "valueReference=\"13\"", "valueReference=\"12\""},
    {"alias-unit", Broken::fmi2, "initial=\"calculated\"><Real unit=\"m/s\"/>",
     "initial=\"calculated\"><Real unit=\"m\"/>"},
    {"alias-input", Broken::fmi2, "</ModelVariables>",
     "<ScalarVariable name=\"b\" valueReference=\"1\" causality=\"parameter\" "
     "variability=\"fixed\"><Real start=\"0\"/></ScalarVariable></ModelVariables>"},
    {"combination", Broken::fmi2,
     "valueReference=\"4\" causality=\"parameter\"\n        variability=\"fixed\"",
     "valueReference=\"4\" causality=\"parameter\"\n        variability=\"discrete\""},
    {"combination", Broken::fmi3, "causality=\"output\" unit",
     "causality=\"output\" variability=\"fixed\" unit"},
    {"continuous-float", Broken::fmi3, "<Boolean name=\"on\"",
     "<Boolean variability=\"continuous\" name=\"on\""},
    {"initial", Broken::fmi2, "<!-- 2 --><ScalarVariable ", "<ScalarVariable initial=\"exact\" "},
    {"initial", Broken::fmi3, "<UInt64 ", "<UInt64 initial=\"approx\" "},
    {"start-required", Broken::fmi2, "<Integer start=\"1\" ", "<Integer "},
    {"start-required", Broken::fmi3, "initial=\"exact\" start=\"20\"", "initial=\"exact\""},
    {"start-required", Broken::fmi3, "<Start value=\"a\"/>", ""},
    {"start-forbidden", Broken::fmi2, "<Real/>", "<Real start=\"0\"/>"},
    {"start-forbidden", Broken::fmi3, "declaredType=\"Length\"",
     "declaredType=\"Length\" start=\"1\""},
    {"independent", Broken::fmi3, "causality=\"independent\"", ""},
    {"independent", Broken::fmi2,
     "causality=\"local\"\n        variability=\"continuous\" initial=\"calculated\"",
     "causality=\"independent\"\n        variability=\"continuous\""},
    {"range", Broken::fmi2, "min=\"1\" max=\"9\"", "min=\"3\" max=\"9\""},
    {"range", Broken::fmi2, "min=\"1\" max=\"9\"", "min=\"1\" max=\"2\""},
    {"range", Broken::fmi2, "<Real unit=\"m\"/>", "<Real unit=\"m\" min=\"1\" max=\"0\"/>"},
    {"derivative-of", Broken::fmi2, "derivative=\"4\"", "derivative=\"99\""},
    {"derivative-of", Broken::fmi2, "derivative=\"4\"", "derivative=\"3\""},
    {"structure-defined", Broken::fmi2, "<Derivatives>", "<Derivatives><Unknown index=\"0\"/>"},
    {"dependencies", Broken::fmi2, "\"2 3\"", "\"2 33\""},
    {"dependencies", Broken::fmi3, "dependencies=\"11\"", "dependencies=\"9\""},
    {"outputs", Broken::fmi2, "<Unknown index=\"5\" dependencies=\"2 3\"/>", ""},
    {"outputs", Broken::fmi3, "<Output valueReference=\"15\"/>",
     "<Output valueReference=\"15\"/><Output valueReference=\"15\"/>"},
    {"outputs", Broken::fmi3, "<Output valueReference=\"15\"/>",
     "<Output valueReference=\"15\"/><Output valueReference=\"13\"/>"},
    {"derivatives", Broken::fmi2, "<Derivatives>", "<Derivatives><Unknown index=\"2\"/>"},
    {"initial-unknowns", Broken::fmi2, "<Unknown index=\"7\" dependencies=\"6\"/>", ""},
    {"initial-unknowns", Broken::fmi3, "<InitialUnknown valueReference=\"14\"/>", ""},
    {"initial-unknowns", Broken::fmi3, "<InitialUnknown ",
     "<InitialUnknown valueReference=\"15\"/><InitialUnknown "},
    {"initial-unknowns-order", Broken::fmi2,
     "<Unknown index=\"4\"/><Unknown index=\"7\" dependencies=\"6\"/>",
     "<Unknown index=\"7\"/><Unknown index=\"4\"/>"},
    {"terminal-variable", Broken::terminals, "variableName=\"x\"", "variableName=\"z\""},
    {"terminal-unique", Broken::terminals, "</Terminals>",
     "<Terminal name=\"cmd\" matchingRule=\"none\"/></Terminals>"},
    {"terminal-member", Broken::terminals, "memberName=\"gear\"", "memberName=\"throttle\""},
    {"terminal-member", Broken::terminals, "memberName=\"gear\"", ""},
    {"terminal-rule", Broken::terminals, "matchingRule=\"none\"", "matchingRule=\"any\""},
};

Fmu fmu_of(const std::string& description, const std::string& terminals = "") {
    Fmu fmu{read_description(description, "m.xml")};
    if (!terminals.empty()) fmu.description.terminals = read_terminals(terminals, "t.xml");
    for (const char* name : {"car", "a-car", "1car"})
        fmu.entries.push_back("binaries/" + own_platforms(fmu.description.version).front() + "/" +
                              name + ".so");
    return fmu;
}

Fmu fmu_of(const Broken& broken) {
    if (broken.file == Broken::terminals)
        return fmu_of(example_2, changed(example_terminals, broken.old, broken.by));
    return fmu_of(
        changed(broken.file == Broken::fmi2 ? example_2 : example_3, broken.old, broken.by));
}

std::set<std::string> found_in(const Fmu& fmu) {
    std::set<std::string> ids;
    for (const Violation& violation : check(fmu)) ids.insert(violation.rule);
    return ids;
}

using Ids = std::set<std::string>;

/// What cannot be broken in a file without a second violation is broken in the struct.
Fmu without(const std::string& element) {
    Fmu fmu = fmu_of(example_2);
    auto& elements = fmu.description.elements;
    elements.erase(std::find(elements.begin(), elements.end(), element));
    return fmu;
}

Fmu without_interface() {
    Fmu fmu = fmu_of(example_2);
    fmu.description.co_simulation.reset();
    return fmu;
}

}  // namespace

TEST_CASE("valid descriptions violate no rule") {
    for (const Fmu& fmu : {fmu_of(example_2, example_terminals), fmu_of(example_3)})
        for (const Violation& violation : check(fmu)) CHECK(to_string(violation) == "");
}

TEST_CASE("each rule finds its violation, and no other rule does") {
    for (const Broken& broken : broken_files) {
        INFO(std::string(broken.rule) << ": " << std::string(broken.by));
        const auto ids = found_in(fmu_of(broken));
        CHECK(ids.size() == 1);
        CHECK(ids.count(broken.rule) == 1);
    }
    CHECK(found_in(without("ModelStructure")) == Ids{"element-required"});
    CHECK(found_in(without_interface()) == Ids{"interface"});
}

TEST_CASE("each rule has a file that violates it") {
    Ids tried{"element-required", "interface"};
    for (const Broken& broken : broken_files) tried.insert(broken.rule);
    Ids all;
    for (const Rule& rule : rules()) {
        CHECK_MESSAGE(all.insert(rule.id).second, rule.id);
        CHECK_MESSAGE(std::string(rule.description).size() > 10, rule.id);
    }
    CHECK(tried == all);
}

TEST_CASE("clocked variables may be initial unknowns, or not") {
    const std::string clocked =
        changed(example_3, "declaredType=\"Length\"", "declaredType=\"Length\" clocks=\"20\"");
    CHECK(check(fmu_of(clocked)).empty());
    CHECK(check(fmu_of(changed(clocked, "<InitialUnknown valueReference=\"14\"/>", ""))).empty());
}

TEST_CASE("FMI 2.0 permits ModelExchange after CoSimulation") {
    const std::string both =
        changed(example_2, "<UnitDefinitions>", "<ModelExchange/><UnitDefinitions>");
    CHECK(check(fmu_of(both)).empty());
    const std::string twice =
        changed(both, "<UnitDefinitions>", "<ModelExchange/><UnitDefinitions>");
    CHECK(found_in(fmu_of(twice)) == Ids{"element-order"});
}

TEST_CASE("a violation is reported with its variable, and many of them as a number") {
    const auto all = check(fmu_of(changed(example_2, "<Real unit=\"m\"/>", "<Real unit=\"km\"/>")));
    REQUIRE(all.size() == 1);
    CHECK(to_string(all[0]) == "warning: unit-defined: x: has the unit km, which is not defined");
    Fmu many = fmu_of(example_2);
    const Variable one = many.description.variables[1];
    many.description.variables.insert(many.description.variables.end(), 30, one);
    const auto texts = check(many);
    const auto of_names = [](const Violation& each) { return each.rule == "name-unique"; };
    CHECK(std::count_if(texts.begin(), texts.end(), of_names) == 21);
    CHECK(std::any_of(texts.begin(), texts.end(),
                      [](const Violation& each) { return each.text == "and 10 more"; }));
}

TEST_CASE("an FMU for other machines lists them") {
    Fmu fmu = fmu_of(example_2);
    fmu.entries = {"binaries/win64/car.dll", "binaries/win64/b.dll", "binaries/riscv-linux/car.so"};
    const auto all = check(fmu);
    REQUIRE(all.size() == 1);
    CHECK(all[0].severity == Severity::error);
    CHECK(all[0].text.find("there are binaries for win64, riscv-linux") != std::string::npos);
    fmu.entries.clear();
    CHECK(check(fmu).front().text.find("no binary at all") != std::string::npos);
}

TEST_CASE("structured names have identifiers, quotes, indices and derivatives") {
    for (const char* name : {"a", "a.b_2[3].c", "a[1,22].'any - thing'.b", "'it\\'s'", "der(a.b)",
                             "der(a[1],2)", "_x", "a.'[.'"})
        CHECK_MESSAGE(is_structured_name(name), name);
    for (const char* name : {"", "a b", "2a", "a.", ".a", "a..b", "a[]", "a[x]", "a[1", "'a", "''",
                             "a-b", "der(a", "der()", "a'b'", "'a\\"})
        CHECK_FALSE_MESSAGE(is_structured_name(name), name);
}

}  // namespace check_test
