// SPDX-License-Identifier: MIT
#pragma once

#include "description/read_description.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <string>

namespace tests {

/// A valid modelDescription.xml of FMI 2.0.
inline const std::string example_2 = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Car" guid="{1}"
    generationTool="by hand" variableNamingConvention="structured">
  <CoSimulation modelIdentifier="car" canHandleVariableCommunicationStepSize="true"
      canGetAndSetFMUstate="true" canSerializeFMUstate="true"/>
  <UnitDefinitions>
    <Unit name="m"><BaseUnit m="1"/></Unit>
    <Unit name="m/s"><BaseUnit m="1" s="-1"/><DisplayUnit name="km/h" factor="3.6"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Pedal"><Real min="0" max="1"/></SimpleType>
    <SimpleType name="Mode"><Enumeration><Item name="a" value="1"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logAll"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="10" stepSize="0.01"/>
  <ModelVariables>
    <!-- 1 --><ScalarVariable name="time" valueReference="0" causality="independent"
        variability="continuous"><Real/></ScalarVariable>
    <!-- 2 --><ScalarVariable name="cmd.throttle" valueReference="1" causality="input"
        variability="continuous"><Real start="0.5" declaredType="Pedal"/></ScalarVariable>
    <!-- 3 --><ScalarVariable name="cmd.gear" valueReference="1" causality="input"
        variability="discrete"><Integer start="1" min="-1" max="1"/></ScalarVariable>
    <!-- 4 --><ScalarVariable name="x" valueReference="2" causality="output"
        variability="continuous" initial="calculated"><Real unit="m"/></ScalarVariable>
    <!-- 5 --><ScalarVariable name="v" valueReference="3" causality="output"
        variability="continuous" initial="exact"><Real start="0" unit="m/s" derivative="4"/>
    </ScalarVariable>
    <!-- 6 --><ScalarVariable name="length" valueReference="4" causality="parameter"
        variability="fixed" initial="exact"><Real start="2.7" unit="m" min="1" max="9"/>
    </ScalarVariable>
    <!-- 7 --><ScalarVariable name="half" valueReference="5" causality="calculatedParameter"
        variability="fixed" initial="calculated"><Real unit="m"/></ScalarVariable>
    <!-- 8 --><ScalarVariable name="speed" valueReference="3" causality="local"
        variability="continuous" initial="calculated"><Real unit="m/s"/></ScalarVariable>
    <!-- 9 --><ScalarVariable name="mode" valueReference="1" causality="parameter"
        variability="tunable"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
    <!-- 10 --><ScalarVariable name="text" valueReference="1" causality="parameter"
        variability="fixed"><String start="&lt;ä&gt;"/></ScalarVariable>
    <!-- 11 --><ScalarVariable name="on" valueReference="1" causality="local"
        variability="constant"><Boolean start="true"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="4" dependencies=""/><Unknown index="5" dependencies="2 3"/></Outputs>
    <Derivatives><Unknown index="5"/></Derivatives>
    <InitialUnknowns><Unknown index="4"/><Unknown index="7" dependencies="6"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)";

/// A valid modelDescription.xml of FMI 3.0.
inline const std::string example_3 = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Car" instantiationToken="{2}"
    variableNamingConvention="structured">
  <CoSimulation modelIdentifier="car" canGetAndSetFMUState="true" canSerializeFMUState="true"
      fixedInternalStepSize="0.001"/>
  <UnitDefinitions>
    <Unit name="m"><BaseUnit m="1"/></Unit>
    <Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Length" unit="m" min="0"/>
    <EnumerationType name="Mode"><Item name="a" value="1"/></EnumerationType>
  </TypeDefinitions>
  <DefaultExperiment stepSize="0.01"/>
  <ModelVariables>
    <Float64 name="time" valueReference="10" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="11" causality="input" start="1e-3"><Alias name="'u 2'"/></Float64>
    <UInt64 name="count" valueReference="12" causality="parameter" start="18446744073709551615"/>
    <Int8 name="small" valueReference="13" causality="local" initial="exact" start="-128"/>
    <Float64 name="y[1]" valueReference="14" causality="output" declaredType="Length"/>
    <Float32 name="t" valueReference="15" causality="output" unit="degC" initial="exact" start="20"/>
    <Boolean name="on" valueReference="16" causality="input" start="false"/>
    <String name="text" valueReference="17" causality="parameter"><Start value="a"/></String>
    <Float64 name="list" valueReference="18" causality="input" start="1 2 3"><Dimension start="3"/></Float64>
    <Binary name="bytes" valueReference="19" causality="input"><Start value="00ff"/></Binary>
    <Clock name="clock" valueReference="20" causality="input" intervalVariability="triggered"/>
    <Enumeration name="mode" valueReference="21" declaredType="Mode" causality="parameter" start="1"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="14" dependencies="11"/>
    <Output valueReference="15"/>
    <InitialUnknown valueReference="14"/>
  </ModelStructure>
</fmiModelDescription>
)";

/// A valid terminalsAndIcons.xml for the example of FMI 2.0.
inline const std::string example_terminals = R"(<fmiTerminalsAndIcons fmiVersion="3.0"><Terminals>
  <Terminal name="cmd" matchingRule="bus" terminalKind="org.example.command">
    <TerminalMemberVariable variableName="cmd.throttle" memberName="throttle" variableKind="signal"/>
    <TerminalMemberVariable variableName="cmd.gear" memberName="gear" variableKind="signal"/>
    <Terminal name="inner" matchingRule="none">
      <TerminalMemberVariable variableName="x" variableKind="signal"/>
    </Terminal>
  </Terminal>
</Terminals></fmiTerminalsAndIcons>
)";

/// The text with one occurrence of `old`, which must exist, replaced.
inline std::string changed(std::string text, const std::string& old, const std::string& by) {
    const std::size_t at = text.find(old);
    REQUIRE_MESSAGE(at != std::string::npos, old);
    return text.replace(at, old.size(), by);
}

/// The error of reading such a text as m.xml; empty if there is none.
inline doctest::String description_error(const std::string& text) {
    try {
        gateway::fmu::read_description(text, "m.xml");
    } catch (const plant::FileError& error) {
        return error.what();
    }
    return "";
}

}  // namespace tests
