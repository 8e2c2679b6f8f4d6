// SPDX-License-Identifier: MIT
#include "child.hpp"
#include "description/read_description.hpp"
#include "fmu_example.hpp"

#include <sys/resource.h>
#include <plant/file_error.hpp>

#include <string>

namespace hostile_xml_test {

using namespace gateway::fmu;
using doctest::Contains;
using tests::changed;
using tests::description_error;
using tests::example_2;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    all.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

std::string with_variables(const std::string& variables) {
    return "<fmiModelDescription fmiVersion=\"3.0\"><ModelVariables>" + variables +
           "</ModelVariables></fmiModelDescription>";
}

}  // namespace

TEST_CASE("a document type is refused, with or without entities") {
    const auto with_type = [](const std::string& type) {
        return description_error(
            changed(example_2, "<fmiModelDescription", type + "<fmiModelDescription"));
    };
    CHECK(with_type("<!DOCTYPE fmiModelDescription>") == Contains("has a DOCTYPE"));
    CHECK(with_type("<!DOCTYPE a SYSTEM \"file:///etc/passwd\">") == Contains("has a DOCTYPE"));
    std::string laughs = "<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">";
    for (int i = 1; i < 10; ++i)
        laughs += "<!ENTITY lol" + std::to_string(i) + " \"" +
                  repeated("&lol" + std::to_string(i - 1) + ";", 10) + "\">";
    CHECK(with_type(laughs + "]>") == Contains("has a DOCTYPE"));
}

TEST_CASE("entities that are not declared remain a text") {
    const auto read =
        read_description(changed(example_2, "modelName=\"Car\"", "modelName=\"&lol9;\""), "");
    CHECK(read.model_name == "&lol9;");
}

TEST_CASE("elements are not nested without end") {
    for (const std::size_t depth : {std::size_t{100}, std::size_t{200'000}})
        CHECK(description_error("<fmiModelDescription>" + repeated("<a>", depth) +
                                repeated("</a>", depth) + "</fmiModelDescription>") ==
              Contains("is inside more than 32 elements"));
    CHECK(description_error("<fmiModelDescription>" + repeated("<a>", 100'000)) ==
          Contains("is not XML"));
}

TEST_CASE("a file has a greatest size and numbers of elements and variables") {
    CHECK(description_error(std::string(most_xml_bytes + 1, ' ')) ==
          Contains("is larger than 16 MiB"));
    CHECK(description_error("<a>" + repeated("<b/>", 1'000'001) + "</a>") ==
          Contains("more than a million marks"));
    CHECK(description_error(
              with_variables(repeated("<Int8 name=\"a\" valueReference=\"1\"/>", 100'001))) ==
          Contains("has more than 100000 variables"));
    CHECK(description_error(with_variables("<Int8 valueReference=\"1\" name=\"" +
                                           std::string(1001, 'a') + "\"/>")) ==
          Contains("is longer than 1000 bytes"));
    CHECK(description_error(with_variables("<Int8 valueReference=\"1\" name=\"a\" description=\"" +
                                           std::string(70'000, 'a') + "\"/>")) ==
          Contains("is longer than 65536 bytes"));
}

TEST_CASE("terminals have a greatest number") {
    const std::string terminals = "<fmiTerminalsAndIcons><Terminals>" +
                                  repeated("<Terminal name=\"a\"/>", 1001) +
                                  "</Terminals></fmiTerminalsAndIcons>";
    CHECK_THROWS_WITH_AS(read_terminals(terminals, ""), Contains("more than 1000 terminals"),
                         plant::FileError);
}

TEST_CASE("what is no XML, of another root or not UTF-8 is refused") {
    CHECK(description_error("") == Contains("is not XML"));
    CHECK(description_error("{}") != "");
    CHECK(description_error("<a/>") == Contains("must have the root element fmiModelDescription"));
    CHECK(description_error(changed(example_2, "by hand", "by h\xe4nd")) ==
          Contains("is not UTF-8"));
    for (std::size_t size = 0; size < example_2.size() - 3; size += 7) {
        INFO(size);
        CHECK(description_error(example_2.substr(0, size)) != "");
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("the worst file in 16 MiB is read with 1 GiB of memory") {
    const std::size_t each = 16;  // bytes of <a b="" c="d"/>
    const std::string attributes =
        "<a>" + repeated("<a b=\"\" c=\"d\"/>", most_xml_bytes / each - 1) + "</a>";
    const std::string variables =
        with_variables(repeated("<Int8 name=\"a\" valueReference=\"1\"/>", 100'000));
    tests::Child child([&] {
        const rlimit limit{std::size_t{1} << 30U, std::size_t{1} << 30U};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) return 2;
        try {
            read_description(variables, "");
            (void)description_error(attributes);
        } catch (const std::bad_alloc&) {
            return 1;
        }
        return 0;
    });
    CHECK(child.wait() == 0);
}
#endif

}  // namespace hostile_xml_test
