// SPDX-License-Identifier: MIT
#include "program_slave/program_package.hpp"
#include "program_slave/program_variables.hpp"
#include "program_slave/value_block.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace program_package_test {

using namespace gateway::fmu;
using Kind = ddc::interface::ElementKind;

namespace {

ProgramPackage example() {
    ProgramPackage package;
    package.version = Version::fmi3;
    package.token = "12-34";
    package.command = {"drive.py", "--gain=2 5", ""};
    package.executables = {"ddc-program-host", "program/drive.py"};
    package.reference_id = 0x5000;
    package.period_ns = 20'000'000;
    package.variables = {{true, Kind::real64, "speed limit[0]"},
                         {false, Kind::boolean, "lamp"},
                         {true, Kind::string, "net.address"},
                         {false, Kind::int32, "gear"}};
    return package;
}

/// The message of the error in a text.
std::string complaint(const std::string& text) {
    try {
        package_from_text(text);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

/// The example's text with one line replaced.
std::string with_line(const std::string& line, const std::string& other) {
    std::string text = to_text(example());
    const std::size_t at = text.find(line + "\n");
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), other);
}

}  // namespace

TEST_CASE("a package is the same after it was written and read") {
    const ProgramPackage package = package_from_text(to_text(example()));
    CHECK(package.version == Version::fmi3);
    CHECK(package.token == "12-34");
    CHECK(package.command == example().command);
    CHECK(package.executables == example().executables);
    CHECK(package.reference_id == 0x5000);
    CHECK(package.period_ns == 20'000'000);
    REQUIRE(package.variables.size() == 4);
    CHECK(package.variables[0].name == "speed limit[0]");
    CHECK(package.variables[0].is_input);
    CHECK(package.variables[3].kind == Kind::int32);
    CHECK(kinds_of(package, false) == std::vector<Kind>{Kind::boolean, Kind::int32});
}

TEST_CASE("a wrong line of a package is reported with its number") {
    CHECK(complaint("ddc-gateway program 2\n") == "line 1: is not \"ddc-gateway program 1\"");
    CHECK(complaint(with_line("period_ns 20000000", "period_ns 0")).find("line 4: \"0\"") == 0);
    CHECK(complaint(with_line("reference_id 20480", "reference_id 16383x")).find("line 5:") == 0);
    CHECK(complaint(with_line("input real64 speed limit[0]", "input real32 x")) ==
          "line 11: \"real32\" is no type of an entry");
    CHECK(complaint(with_line("output boolean lamp", "output boolean ")) ==
          "line 12: the variable has no name");
    CHECK(complaint(with_line("output boolean lamp", "lamp")) == "line 12: \"lamp\" is no key");
    CHECK(complaint(to_text(example()).substr(0, 40)).find("is missing") != std::string::npos);
}

TEST_CASE("files of a package are below its folder") {
    for (const char* const path :
         {"../sh", "/bin/sh", "program/../../sh", "", "program/", "a//b"}) {
        CHECK(complaint(with_line("executable program/drive.py", std::string("executable ") + path))
                  .find("is no path below resources") != std::string::npos);
        CHECK(complaint(with_line("word drive.py", std::string("word ") + path))
                  .find("is no path below resources") != std::string::npos);
    }
}

TEST_CASE("a line break in a name or an argument is refused") {
    ProgramPackage package = example();
    package.command.push_back("a\nword b");
    CHECK_THROWS_AS(to_text(package), std::invalid_argument);
}

TEST_CASE("the variables of a program follow the time and the two time-outs") {
    const std::vector<Variable> variables = variables_of(example());
    REQUIRE(variables.size() == 7);
    CHECK(variables[0].causality == Causality::independent);
    CHECK(variables[2].name == "program.answer_timeout_s");
    CHECK(variables[5].type == Type::string);
    CHECK(variables[6].causality == Causality::output);
    for (std::uint32_t i = 0; i < variables.size(); ++i) CHECK(variables[i].reference == i);
}

TEST_CASE("values keep their bits, and texts are cut at the length of an entry") {
    ValueBlock block({Kind::string, Kind::real64, Kind::boolean, Kind::int32, Kind::string});
    CHECK(block.text(4).empty());
    block.set_text(0, std::string(300, 'x'));
    block.set(1, -0.1);
    block.set(2, true);
    block.set(3, std::int32_t{-7});
    block.set_text(4, std::string("a\0b", 3));
    CHECK(block.text(0) == std::string(ddc::max_string_length, 'x'));
    CHECK(block.real64(1) == -0.1);
    CHECK(block.boolean(2));
    CHECK(block.int32(3) == -7);
    CHECK(block.text(4) == std::string("a\0b", 3));
}

}  // namespace program_package_test
