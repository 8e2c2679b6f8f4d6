// SPDX-License-Identifier: MIT
#include "campaign/plan/plan.hpp"
#include "config/load_run_config.hpp"
#include "frozen/config_path.hpp"
#include "frozen/default_files.hpp"
#include "frozen/frozen_config.hpp"
#include "output/scratch_folder.hpp"
#include "text/digest.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>

namespace config_test {

using namespace gateway::campaign;
using gateway::default_file;
using gateway::digest_of;
using gateway::FrozenConfig;
using gateway::FrozenFile;
using gateway::PathStep;
using gateway::ScratchFolder;
using gateway::steps_of;
namespace fs = std::filesystem;
using Value = FrozenConfig::Value;

namespace {

FrozenConfig two_files() {
    return FrozenConfig({{"0_run.yaml", "/a/run.yaml", "",
                          "mode: measured\nname: \"4000\"\nprogram: {exec: [true, a, b]}\n"
                          "vehicle:\n  parameters: 1_car.yaml\n"},
                         {"1_car.yaml", "/a/car.yaml", "",
                          "body: {mass_kg: 1000, share: 1}\nbrake: {share: 0.5}\n"}});
}

/// The text of a file with one value set.
std::string text_with(const std::string& file, const std::string& path, const Value& value) {
    FrozenConfig sut = two_files();
    sut.set(path, value);
    for (const FrozenFile& each : sut.files())
        if (each.name == file) return each.text;
    return {};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The value at a path, or a text that there is none.
Value value_at(const std::string& path) {
    return two_files().value(path).value_or("nothing");
}

std::string error_of(const std::string& path, const Value& value) {
    try {
        two_files().set(path, value);
        return {};
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

/// A list of faults with names.
FrozenConfig named_items() {
    return FrozenConfig({{"0_run.yaml", "/a/run.yaml", "",
                          "faults:\n- {name: gnss, bias_m: 1, from: {time_s: 2}}\n"
                          "- {name: stuck, value: 3}\n"}});
}

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

constexpr const char* run_yaml =
    "mode: measured\nduration_s: 1\nprogram: {reference_id: \"0x4000\", exec: [\"true\"]}\n"
    "route: {file: routes/a.csv}\ntrace: trace.csv\n";

/// A run with a route, and its campaign.
struct Scene {
    ScratchFolder folder;
    fs::path campaign = folder.path() / "c.yaml", out = folder.path() / "out";

    explicit Scene(const std::string& text) {
        put(folder.path() / "run.yaml", run_yaml);
        put(folder.path() / "routes/a.csv", "x_m,y_m\n0,0\n10,0\n");
        put(folder.path() / "routes/b.csv", "x_m,y_m\n0,0\n20,0\n30,0\n");
        put(campaign, text);
    }
    Plan plan() const {
        make_plan(campaign, out);
        return Plan(out);
    }
    gateway::RunConfig config(std::uint64_t run) const {
        const Plan plan(out);
        const ScratchFolder scratch;
        plan.config(plan.values(run)).write_all(scratch.path());
        return gateway::load_run_config(scratch.path() / plan.base().main_file());
    }
    std::string refusal() const {
        try {
            make_plan(campaign, out);
            return {};
        } catch (const std::exception& error) {
            return error.what();
        }
    }
};

}  // namespace

TEST_CASE("a path enters a list by the name of an item") {
    FrozenConfig sut = named_items();
    CHECK(sut.value("faults.gnss.bias_m") == Value(1));
    CHECK(sut.value("faults.stuck.value") == Value(3));
    CHECK_FALSE(sut.value("faults.other.value").has_value());
    sut.set("faults.stuck.value", 4.5);
    sut.set("faults.gnss.from.time_s", 7);
    CHECK(sut.value("faults[1].value") == Value(4.5));
    CHECK(sut.value("faults.gnss.from.time_s") == Value(7));
    CHECK_THROWS_WITH_AS(sut.set("faults.other.value", 1),
                         "faults.other.value: has the name other, which no item of the list has",
                         std::invalid_argument);
}

TEST_CASE("SHA-256 digests match the examples of FIPS 180") {
    CHECK(digest_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("A path consists of keys and indices") {
    CHECK(steps_of("program.exec[3].x[0]") ==
          std::vector<PathStep>{"program", "exec", std::size_t{3}, "x", std::size_t{0}});
    CHECK(steps_of("a.\"body.wheel[1].mass\".b") ==
          std::vector<PathStep>{"a", "body.wheel[1].mass", "b"});
    for (const char* path : {"", ".", "a.", "a..b", "[0]", "a[", "a[]", "a[x]", "a[1", "a[1]b",
                             "a]", "a.\"b", "a.\"\"", "a.\"b\"c"})
        CHECK_THROWS_AS(steps_of(path), std::invalid_argument);
}

TEST_CASE("A value is set by its path in the file that the path leads to") {
    CHECK(contains(text_with("0_run.yaml", "mode", "realtime"), "realtime"));
    CHECK(contains(text_with("0_run.yaml", "vehicle.start.vx_mps", 5.5), "vx_mps: 5.5"));
    CHECK(contains(text_with("0_run.yaml", "program.exec[1]", "word"), "\"word\", b]"));
    CHECK(contains(text_with("0_run.yaml", "program.exec[3]", "c"), "b, \"c\"]"));
    CHECK(contains(text_with("1_car.yaml", "vehicle.parameters.body.mass_kg", 1200),
                   "mass_kg: 1200"));
    CHECK(contains(text_with("0_run.yaml", "patches[0].friction", 0.3), "friction: 0.3"));
}

TEST_CASE("A key of a single section of a file may leave its section out") {
    CHECK(contains(text_with("1_car.yaml", "vehicle.parameters.mass_kg", 1200), "mass_kg: 1200"));
    CHECK(contains(error_of("vehicle.parameters.share", 1), "several sections"));
}

TEST_CASE("A value is found by its path in the file that the path leads to") {
    CHECK(value_at("mode") == "measured");
    CHECK(value_at("name") == "4000");
    CHECK(value_at("program.exec[2]") == "b");
    CHECK(value_at("program.exec") == Value({true, "a", "b"}));
    CHECK(value_at("vehicle.parameters.body.mass_kg") == 1000);
    CHECK(value_at("vehicle.parameters.mass_kg") == 1000);
    for (const char* path : {"vehicle.parameters.share", "program.exec[3]", "program", "a.b[2]",
                             "vehicle.parameters.body.mass_kg.x", "mode[0]", "vehicle[0]"})
        CHECK(value_at(path) == "nothing");
    FrozenConfig changed = two_files();
    changed.set("vehicle.parameters.mass_kg", 1200);
    CHECK(*changed.value("vehicle.parameters.mass_kg") == 1200);
}

TEST_CASE("A quoted value remains quoted") {
    CHECK(contains(text_with("0_run.yaml", "mode", "x"), "name: \"4000\""));
}

TEST_CASE("A path to no value is rejected with its name") {
    CHECK(contains(error_of("program.exec[4]", "x"), "program.exec[4]: is further than one past"));
    CHECK(contains(error_of("mode.x", 1), "mode.x: continues after the single value measured"));
    CHECK(contains(error_of("program[0]", 1), "an index, but the value is not a list"));
    CHECK(contains(error_of("program.exec.x", 1), "has the key x, but the value is not a map"));
}

TEST_CASE("Setting a value in a copy leaves the original as it is") {
    const FrozenConfig base = two_files();
    FrozenConfig copy(base);
    copy.set("vehicle.parameters.body.mass_kg", 1);
    CHECK(contains(base.files()[1].text, "mass_kg: 1000"));
    CHECK(contains(copy.files()[1].text, "mass_kg: 1\n"));
}

TEST_CASE("A path into a file that is not named changes a copy of the built-in default") {
    const Scene scene(
        "run: run.yaml\ndesign: grid\nparameters:\n"
        "  vehicle.parameters.body.mass_kg: [1111, 2222]\n"
        "  vehicle.ground.friction: [0.5]\n");
    CHECK(scene.plan().runs() == 2);
    const auto config = scene.config(1);
    CHECK(config.programs[0].vehicle.session.vehicle.body.mass_kg == 2222);
}

TEST_CASE("The default files of vehicles are equal to the built-in defaults") {
    const Scene scene("run: run.yaml\nruns: 1\nparameters: {duration_s: [1]}\n");
    scene.plan();
    const auto built_in = scene.config(0).programs[0].vehicle;
    put(scene.folder.path() / "run.yaml",
        std::string(run_yaml) +
            "vehicle: {parameters: p.yaml, tyre: t.yaml, actuator: a.yaml, sensors: s.yaml, "
            "ground: g.yaml}\n");
    for (const auto& [file, key] : {std::pair("p", "parameters"),
                                    {"t", "tyre"},
                                    {"a", "actuator"},
                                    {"s", "sensors"},
                                    {"g", "ground"}})
        put(scene.folder.path() / (std::string(file) + ".yaml"), default_file(key));
    const auto named =
        gateway::load_run_config(scene.folder.path() / "run.yaml").programs[0].vehicle;
    CHECK(named.session.vehicle.body.mass_kg == built_in.session.vehicle.body.mass_kg);
    CHECK(named.session.actuator.steer.max == built_in.session.actuator.steer.max);
    CHECK(named.session.actuator.throttle.lag_s == built_in.session.actuator.throttle.lag_s);
    CHECK(default_file("start") == nullptr);
}

TEST_CASE("A vehicle with a base is frozen with all values of its base") {
    const Scene scene("run: run.yaml\nruns: 1\nparameters: {vehicle.parameters.mass_kg: [1400]}\n");
    put(scene.folder.path() / "run.yaml",
        std::string(run_yaml) + "vehicle: {parameters: car.yaml}\n");
    put(scene.folder.path() / "car.yaml", "base: sedan\ndrive: {max_torque_nm: 1000}\n");
    scene.plan();
    const auto vehicle = scene.config(0).programs[0].vehicle.session.vehicle;
    CHECK(vehicle.body.mass_kg == 1400);
    CHECK(vehicle.drive.max_torque_nm == 1000);
    CHECK(vehicle.drive.max_power_w == plant::VehicleParams{}.drive.max_power_w);
}

TEST_CASE("A plan needs no other file and has the values of every run") {
    const Scene scene(
        "run: run.yaml\nruns: 20\nseed: 3\ndesign: sobol\nparameters:\n"
        "  vehicle.start.vx_mps: {uniform: [0, 15]}\n"
        "  route.file: {choice: [routes/a.csv, routes/b.csv]}\n");
    const Plan plan = scene.plan();
    fs::remove_all(scene.folder.path() / "routes");
    fs::remove(scene.folder.path() / "run.yaml");
    std::size_t short_routes = 0;
    for (std::uint64_t run = 0; run < 20; ++run) {
        const auto config = scene.config(run);
        CHECK(config.programs[0].vehicle.vx_mps ==
              plan.values(run).at("vehicle.start.vx_mps").get<double>());
        short_routes += config.programs[0].route->points().size() == 2;
    }
    CHECK(short_routes >= 9);
    CHECK(short_routes <= 11);
}

TEST_CASE("A plan is divided into shards that contain every run once") {
    const Scene scene(
        "run: run.yaml\nruns: 10\nshard: 4\nparameters: {duration_s: {uniform: [1, 2]}}\n");
    const Plan plan = scene.plan();
    CHECK(plan.shards() == 3);
    CHECK(plan.shard(1).first == 4);
    CHECK(plan.shard(2).first == 8);
    CHECK(plan.shard(2).end == 10);
    CHECK_THROWS_AS(plan.shard(3), std::invalid_argument);
}

TEST_CASE("A plan without runs, or with too many to count, is rejected") {
    const Scene scene("run: run.yaml\nruns: 10\nparameters: {duration_s: {uniform: [1, 2]}}\n");
    static_cast<void>(scene.plan());
    const fs::path file = scene.out / "plan.json";
    const auto plan = nlohmann::ordered_json::parse(std::ifstream(file));
    for (const auto& [key, number] :
         {std::pair{"runs", 0L}, std::pair{"runs", -5L}, std::pair{"runs", 2'000'000'000'000L},
          std::pair{"shard", -1L}}) {
        auto changed = plan;
        changed[key] = number;
        put(file, changed.dump());
        CHECK_THROWS_WITH_AS(
            Plan{scene.out},
            (file.string() + ": runs and shard must be 1 to 1000000000000").c_str(),
            std::runtime_error);
    }
}

TEST_CASE("Planning the same again gives the same plan and a different plan needs another folder") {
    const Scene scene("run: run.yaml\nruns: 10\nparameters: {duration_s: {uniform: [1, 2]}}\n");
    const std::string digest = scene.plan().digest();
    CHECK(scene.plan().digest() == digest);
    put(scene.campaign, "run: run.yaml\nruns: 11\nparameters: {duration_s: {uniform: [1, 2]}}\n");
    CHECK(contains(scene.refusal(), "another plan"));
}

TEST_CASE("A list takes its runs from the lines of a CSV file") {
    const Scene scene("run: run.yaml\ndesign: list\nlist: points.csv\n");
    put(scene.folder.path() / "points.csv",
        "duration_s, vehicle.start.vx_mps\n1,2\n\n3.5, 4\r\n010,08\n");
    const Plan plan = scene.plan();
    CHECK(plan.runs() == 3);
    CHECK(plan.values(2).dump() == R"({"duration_s":10,"vehicle.start.vx_mps":8})");
    CHECK(plan.values(1).dump() == R"({"duration_s":3.5,"vehicle.start.vx_mps":4})");
    CHECK(scene.config(1).programs[0].vehicle.vx_mps == 4);
}

TEST_CASE(
    "A cell of a list has the meaning of the same word in a configuration, except for leading "
    "zeros") {
    const Scene scene("run: run.yaml\ndesign: list\nlist: points.csv\n");
    put(scene.folder.path() / "points.csv", "duration_s,program.reuse\n010,True\n");
    CHECK(scene.plan().values(0).dump() == R"({"duration_s":10,"program.reuse":true})");
}

TEST_CASE("A list with a row of another length is rejected with its line") {
    const Scene scene("run: run.yaml\ndesign: list\nlist: points.csv\n");
    put(scene.folder.path() / "points.csv", "duration_s,seed\n1,2\n3\n");
    CHECK(contains(scene.refusal(), "points.csv:3: must have 2 cells, has 1"));
}

TEST_CASE("A campaign with runs that would not validate is rejected with the run and the path") {
    const Scene scene(
        "run: run.yaml\ndesign: grid\nparameters:\n  duration_s: [1]\n"
        "  vehicle.parameters.body.mass_kg: [1000, -5]\n");
    const std::string refusal = scene.refusal();
    CHECK(contains(refusal, "run 1: vehicle.parameters.body.mass_kg: -5: "));
    CHECK_FALSE(contains(refusal, "duration_s: 1"));
    CHECK_FALSE(fs::exists(scene.out / "plan.json"));
}

TEST_CASE("An invalid campaign is rejected with its key") {
    const auto refusal = [](const std::string& text) { return Scene(text).refusal(); };
    CHECK(contains(refusal("runs: 1\n"), "run: "));
    CHECK(contains(refusal("run: none.yaml\nruns: 1\n"), "run: "));
    CHECK(contains(refusal("run: run.yaml\ndesign: sobol\nruns: 5\n"), "parameters: are missing"));
    CHECK(contains(refusal("run: run.yaml\nparameters: {duration_s: 1}\n"), "runs: is missing"));
    CHECK(contains(refusal("run: run.yaml\nruns: 1\ndesign: wild\n"), "design: "));
    CHECK(contains(refusal("run: run.yaml\ndesign: list\n"), "design: needs `list"));
    CHECK(contains(refusal("run: run.yaml\nruns: 2\nlist: a.csv\n"), "list: is only for"));
    CHECK(contains(refusal("run: run.yaml\nruns: 2\nspeed: 3\n"), "speed"));
    CHECK(contains(refusal("run: run.yaml\ndesign: grid\nparameters: {seed: {uniform: [0, 1]}}\n"),
                   "a grid needs values"));
    CHECK(contains(refusal("run: run.yaml\nruns: 2\nparameters: {speed: [1]}\n"), "speed: 1: "));
}

TEST_CASE("A program that has changed since the plan was made is rejected by name") {
    const Scene scene("run: run.yaml\nruns: 1\n");
    const fs::path program = scene.folder.path() / "program";
    put(program, "#!/bin/sh\n");
    fs::permissions(program, fs::perms::owner_all);
    put(scene.folder.path() / "run.yaml",
        "duration_s: 1\nprogram: {reference_id: \"0x4000\", exec: [\"" + program.string() +
            "\"]}\n");
    const Plan plan = scene.plan();
    CHECK_NOTHROW(plan.check_programs());
    put(program, "#!/bin/sh\necho\n");
    CHECK_THROWS_WITH_AS(plan.check_programs(), doctest::Contains("program: has changed since"),
                         std::runtime_error);
}

}  // namespace config_test
