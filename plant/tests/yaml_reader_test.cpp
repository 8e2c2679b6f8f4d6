// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include <plant/vehicle_params.hpp>
#include <plant/yaml_reader.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

namespace yaml_reader_test {

using namespace plant;

namespace {

/// The errors of a file, one per line, without the file name.
std::string complaints(const std::string& text, const std::function<void(YamlReader&)>& read) {
    const TemporaryFile file(text);
    const std::string name = file.path().string();
    try {
        YamlReader reader(file.path());
        read(reader);
        reader.finish();
    } catch (const FileError& error) {
        std::string lines;
        for (const Mistake& mistake : error.mistakes())
            lines += to_string(mistake).substr(name.size()) + "\n";
        return lines;
    }
    return "";
}

}  // namespace

TEST_CASE("all errors of a YAML file are reported, in the order of the file") {
    double speed = 1;
    int count = 2;
    bool flag = true;
    std::vector<std::string> words{"kept"};
    std::size_t colour = 1;
    const std::string text =
        "colour: blue\nspeeed: 3\nspeed: fast\npart:\n  count: 1.5\n  count: 1\n  words: [[]]\n"
        "flag: perhaps\n";
    CHECK(complaints(text,
                     [&](YamlReader& reader) {
                         reader.flag("flag", flag);
                         reader.number("speed", speed, {0, 10});
                         auto part = reader.section("part");
                         part->texts("words", words);
                         part->number("count", count, {0, 10});
                         reader.choice("colour", colour, {"left", "right"});
                     }) ==
          ":1:9: colour: must be one of left, right, is 'blue'\n"
          ":2:1: speeed: unknown key (did you mean speed?); known here: flag, speed, part, colour\n"
          ":3:8: speed: must be a number, is 'fast'\n"
          ":6:3: part.count: is given twice\n"
          ":7:10: part.words: must be a list of words\n"
          ":8:7: flag: must be true or false, is 'perhaps'\n");
    CHECK(speed == 1);
    CHECK(count == 2);
    CHECK(flag);
    CHECK(words == std::vector<std::string>{"kept"});
    CHECK(colour == 1);
}

TEST_CASE("errors that follow from another error are not reported") {
    CHECK(complaints("a: x\nb: {c: 1, d: y}\n", [](YamlReader& reader) {
              double value = 0;
              CHECK(reader.good("a"));
              CHECK_FALSE(reader.number("a", value, {0, 1}));
              CHECK_FALSE(reader.good("a"));
              reader.refuse("a", "must be less than c");
              auto b = reader.section("b");
              CHECK(b->number("c", value, {0, 1}));
              CHECK(b->good());
              CHECK_FALSE(b->number("d", value, {0, 1}));
              CHECK_FALSE(b->good());
              CHECK_FALSE(reader.good("b"));
              CHECK(b->good("c"));
          }) == ":1:4: a: must be a number, is 'x'\n:2:14: b.d: must be a number, is 'y'\n");
}

TEST_CASE("errors of a named file are reported at the place of its name") {
    const TemporaryFile named("one: 1\ntwo: x\n");
    const TemporaryFile file("first: x\nfile: " + named.path().string() + "\nlast: x\n");
    const auto load = [](const std::filesystem::path& path) {
        YamlReader reader(path);
        double value = 0;
        reader.number("two", value, {0, 1});
        reader.finish();
        return value;
    };
    YamlReader sut(file.path());
    double value = 7;
    sut.number("last", value, {0, 1});
    CHECK_FALSE(sut.load_file("file", value, load));
    CHECK_FALSE(sut.good("file"));
    sut.number("first", value, {0, 1});
    CHECK(value == 7);
    const std::string outer = file.path().string(), inner = named.path().string();
    const std::string expected = outer + ":1:8: first: must be a number, is 'x'\n" + inner +
                                 ":1:1: one: unknown key; known here: two\n" + inner +
                                 ":2:6: two: must be a number, is 'x'\n" + outer +
                                 ":3:7: last: must be a number, is 'x'";
    CHECK_THROWS_WITH_AS(sut.finish(), expected.c_str(), FileError);
}

TEST_CASE("items of a list that are not maps are reported and skipped") {
    CHECK(complaints("parts: [{a: 1}, 3, {b: 2}]\nother: 3\n",
                     [](YamlReader& reader) {
                         auto parts = reader.sections("parts");
                         CHECK(parts.size() == 2);
                         for (YamlReader& part : parts) part.allow("a");
                         CHECK(reader.sections("other").empty());
                         CHECK(reader.sections("none").empty());
                     }) ==
          ":1:17: parts[1]: must be a map of keys\n"
          ":1:21: parts[2].b: unknown key; known here: a\n"
          ":2:8: other: must be a list of maps\n");
}

TEST_CASE("a key that is not a word is reported") {
    CHECK(complaints("? [a, b]\n: 1\n", [](YamlReader&) {}) == ":1:3: ?: a key must be a word\n");
}

TEST_CASE("text that the YAML parser cannot read ends the file") {
    CHECK(complaints(", a\nb: 1\n", [](YamlReader&) {}) ==
          ":1:1: is not valid YAML from here on\n");
    CHECK(complaints("a: 1\n---\nb: 1\n", [](YamlReader&) {}) ==
          ":3:1: a second document begins here; one file is one document\n");
}

TEST_CASE("text that is not YAML is rejected with the reason and the start of the error") {
    const auto said = [](const std::string& text) { return complaints(text, [](YamlReader&) {}); };
    CHECK(said("a: 1\nb: [1, 2\nc: 3\n") == ":2:4: a list begins here, its closing ] is missing\n");
    CHECK(said("a: 1\nb: {c: 1\nd: 2\n") == ":2:4: a map begins here, its closing } is missing\n");
    CHECK(said("a: [1, 2}\n") == ":1:9: } does not match the [ in line 1\n");
    CHECK(said("a: [1, 'x]\nb: 1\n") ==
          ":1:8: a quoted text begins here, its closing ' is missing\n");
    CHECK(said("a:\n  b: 1\n\tc: 2\n") == ":3:1: this line is indented with a tab; use spaces\n");
    CHECK(
        said("a:\n  b: 1\n c: 2\n") ==
        ":3:2: is indented by 1 spaces, unlike the lines above; keys of one map must begin in the "
        "same column\n");
    CHECK(said("a:\n  b: 1\n    c: 2\n") ==
          ":3:5: is indented further than line 2, which has a value; keys of one map must begin in "
          "the "
          "same column\n");
    CHECK(said("a: b: c\n").find(":1:5: `: ` is not allowed here") == 0);
    CHECK(said("a:\n b: 1\n\n\t\n c: 2\n").find(":4:1: this line is indented with a tab") == 0);
    CHECK(said("a: @x\n") == ":1:4: a text cannot begin with this character; put it in quotes\n");
}

TEST_CASE("brackets in texts, comments and block scalars do not start lists") {
    const std::string text =
        "a: x [1\nb: \"[\"  # [\nc: 'it''s {'\nd: |\n  [ {\n\ne: [1, '[']\nf: {g: 1\n";
    CHECK(complaints(text, [](YamlReader&) {}) ==
          ":8:4: a map begins here, its closing } is missing\n");
}

TEST_CASE("all errors of the parameters of a vehicle are reported") {
    const std::string sedan = std::string(PLANT_DATA) + "/vehicle/sedan.yaml";
    std::ifstream stream(sedan);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto replace = [&](const std::string& what, const std::string& with) {
        const std::size_t at = text.find(what);
        REQUIRE(at != std::string::npos);
        text.replace(at, what.size(), with);
    };
    replace("mass_kg: 1500.0", "mass_kg: heavy");
    replace("cg_to_front_axle_m: 1.20", "cg_to_front_axle_m: 2.8");
    replace("  radius_m:", "  radios_m:");
    replace("differential: open", "differential: torsen");
    const TemporaryFile file(text);
    try {
        load_vehicle(file.path());
        FAIL("was accepted");
    } catch (const FileError& error) {
        std::vector<std::string> keys;
        for (const Mistake& mistake : error.mistakes()) {
            CHECK(mistake.file == file.path().string());
            keys.push_back(mistake.key);
        }
        // The order of the axles is checked only when the body has no other error.
        CHECK(keys == std::vector<std::string>{"body.mass_kg", "wheel.radius_m", "wheel.radios_m",
                                               "drive.differential"});
    }
}

}  // namespace yaml_reader_test
