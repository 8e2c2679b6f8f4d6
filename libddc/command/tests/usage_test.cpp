// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace usage_test {

using ddc::tests::CommandTable;
using ddc::tests::Result;

Result run(std::vector<std::string> args) {
    static const CommandTable any;
    return any.run(std::move(args));
}

const std::vector<std::string> verbs{"list",   "info",  "stats",  "dump",      "get",  "set",
                                     "watch",  "echo",  "hz",     "record",    "play", "create",
                                     "remove", "clean", "doctor", "completion"};

TEST_CASE("every verb's help ends with examples that begin with the verb") {
    const Result top = run({"--help"});
    CHECK(top.code == 0);
    for (const std::string& verb : verbs) {
        const bool is_listed = top.out.find("\n  " + verb + " ") != std::string::npos ||
                               top.out.find("\n  " + verb + ",") != std::string::npos;
        CHECK_MESSAGE(is_listed, verb);
        const Result help = run({verb, "--help"});
        CHECK(help.code == 0);
        CHECK(help.err.empty());
        const std::size_t examples = help.out.find("\nExamples:\n");
        REQUIRE_MESSAGE(examples != std::string::npos, verb);
        CHECK(help.out.find("ddc " + verb, examples) != std::string::npos);
    }
}

TEST_CASE("a verb that does not exist is refused with the nearest one") {
    const Result result = run({"dumpp", "4000"});
    CHECK(result.code == 2);
    CHECK(result.out.empty());
    CHECK(result.err.find("did you mean dump?") != std::string::npos);
    CHECK(run({}).code == 2);
    CHECK(run({}).err.find("missing command; use one of: list, ls, info") != std::string::npos);
    CHECK(run({"frobnicate"}).err.find("the verbs are list, ls, info") != std::string::npos);
}

TEST_CASE("a verb that does not exist is refused even if its help is requested") {
    const Result result = run({"dumpp", "--help"});
    CHECK(result.code == 2);
    CHECK(result.out.empty());
    CHECK(result.err.find("there is no verb 'dumpp'; did you mean dump?") != std::string::npos);
}

TEST_CASE("ls and rm are list and remove") {
    CommandTable sut;
    CHECK(run({"--help"}).out.find("\n  list, ls ") != std::string::npos);
    CHECK(run({"--help"}).out.find("\n  remove, rm ") != std::string::npos);
    CHECK(sut.run({"ls"}).out == sut.run({"list"}).out);
    CHECK(sut.run({"rm", "--help"}).out == sut.run({"remove", "--help"}).out);
    CHECK(sut.run({"rm", "--yes"}).code == 0);
    CHECK(sut.run({"info"}).code == 1);
    CHECK(run({"lss"}).err.find("did you mean ls?") != std::string::npos);
    for (const char* shell : {"bash", "zsh"}) {
        const std::string script = run({"completion", shell}).out;
        CHECK(script.find("' list'|' ls')") != std::string::npos);
        CHECK(script.find("' remove'|' rm')") != std::string::npos);
    }
    CHECK(run({"completion", "fish"}).out.find("-a rm -d") != std::string::npos);
}

TEST_CASE("an option that does not exist is refused with the nearest one") {
    const Result result = run({"dump", "4000", "--fromat=json"});
    CHECK(result.code == 2);
    CHECK(result.err.find("no option '--fromat'; did you mean --format?") != std::string::npos);
    CHECK(run({"hz", "0x1", "--winow", "3"}).err.find("--window") != std::string::npos);
    CHECK(run({"list", "extra"}).err.find("'extra' is one argument too many") != std::string::npos);
}

TEST_CASE("an invalid value is refused with the valid ones") {
    const Result format = run({"dump", "--format", "cvs"});
    CHECK(format.code == 2);
    CHECK(format.err.find("must be one of table, json, ndjson, csv, mcap, is 'cvs'; did you mean "
                          "csv?") != std::string::npos);
    CHECK(run({"echo", "0x1", "--count", "0"}).err.find("whole number") != std::string::npos);
    CHECK(run({"watch", "--interval", "-1"}).err.find("number above 0") != std::string::npos);
    CHECK(run({"get"}).code == 2);
    CHECK(run({"dump", "--name", "no/name"}).code == 2);
    CHECK(run({"dump", "--name", "test.no.such.table"}).code == 1);
}

TEST_CASE("completion is offered for every verb and option in each shell") {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const Result result = run({"completion", shell});
        CHECK(result.code == 0);
        for (const std::string& verb : verbs)
            CHECK_MESSAGE(result.out.find(verb) != std::string::npos, verb);
        CHECK(result.out.find(shell == std::string("fish") ? "-l interval" : "--interval") !=
              std::string::npos);
        CHECK(result.out.find("table json ndjson csv") != std::string::npos);
    }
    CHECK(run({"completion", "tcsh"}).code == 2);
}

}  // namespace usage_test
