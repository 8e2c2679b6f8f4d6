// SPDX-License-Identifier: MIT
#include <plant/plant_c.h>
#include <plant/batch.hpp>
#include <plant/scenario.hpp>
#include "temporary_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace c_api_test {

using namespace plant;

namespace {

const std::string data = PLANT_DATA;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr SimDuration ten_ms{10'000'000};

using Session = std::unique_ptr<plant_session, decltype(&plant_destroy)>;
using Vehicles = std::unique_ptr<plant_batch, decltype(&plant_batch_destroy)>;

/// The files of a session of this model.
struct Files {
    explicit Files(const std::string& name)
        : model(name), actuation(data + "/actuation/" + name + ".yaml") {}

    plant_config config() const {
        plant_config c;
        plant_config_init(&c);
        c.model = model.c_str();
        c.vehicle = vehicle.c_str();
        c.tyre = tyre.c_str();
        c.ground = ground.c_str();
        c.actuator = actuator.c_str();
        c.sensors = sensors.c_str();
        c.solver = solver.c_str();
        if (takes_actuation(model_named(model))) c.actuation = actuation.c_str();
        return c;
    }

    SessionConfig cpp() const {
        SessionConfig c;
        c.vehicle = load_vehicle(vehicle);
        c.tyre = load_tyre(tyre);
        c.solver = load_solver(solver);
        c.actuator = load_actuator(actuator);
        c.sensors = load_sensors(sensors);
        if (takes_actuation(model_named(model))) c.actuation = load_actuation(actuation).params;
        return c;
    }

    std::string model;
    std::string actuation;
    std::string vehicle = data + "/vehicle/sedan.yaml";
    std::string tyre = data + "/tyre/sedan.tir";
    std::string ground = data + "/ground/everything.yaml";
    std::string actuator = data + "/actuator/sedan.yaml";
    std::string sensors = data + "/sensor/sedan.yaml";
    std::string solver = data + "/solver/default.yaml";
};

plant_command command_at(int tick) {
    plant_command c;
    plant_command_init(&c);
    c.steer_rad = 0.03 * std::sin(0.05 * tick);
    c.throttle = tick < 200 ? 0.4 : 0.0;
    c.brake = tick < 250 ? 0.0 : 0.3;
    c.actuation_accel = tick < 200 ? 0.3 : 0.0;
    c.actuation_brake = tick < 250 ? 0.0 : 0.3;
    c.actuation_steer = 0.05 * std::sin(0.05 * tick);
    return c;
}

Command cpp_command(const plant_command& c) {
    return {c.steer_rad,      c.throttle,
            c.brake,          static_cast<Gear>(c.gear),
            c.handbrake != 0, {c.actuation_accel, c.actuation_brake, c.actuation_steer}};
}

plant_output output_of(const Session& session) {
    plant_output output;
    plant_output_init(&output);
    REQUIRE(plant_get_output(session.get(), &output) == PLANT_OK);
    return output;
}

/// All numbers of a state, in the order of plant_state.
std::vector<double> measured_by(const Session& session) {
    plant_state state;
    plant_state_init(&state);
    REQUIRE(plant_get_measured_state(session.get(), &state) == PLANT_OK);
    const double* const first = state.position_m;
    const double* const end = state.suspension_velocity_mps + 4;
    return {first, end};
}

/// All numbers of both, in the order of plant_output.
std::vector<double> numbers(const plant_output& o) {
    const double* const first = o.position_m;
    const double* const end = o.relaxed_slip_angle_rad + 4;
    return {first, end};
}

std::vector<double> numbers(const State& s) {
    std::vector<double> all;
    const auto add = [&](const auto& values) {
        all.insert(all.end(), values.begin(), values.end());
    };
    add(s.position_m);
    add(std::array{s.roll_rad, s.pitch_rad, s.yaw_rad});
    add(s.velocity_mps);
    add(s.angular_velocity_radps);
    add(s.wheel_spin_radps);
    add(s.suspension_compression_m);
    add(s.suspension_velocity_mps);
    return all;
}

std::vector<double> numbers(const Output& o) {
    std::vector<double> all = numbers(o.state);
    const auto add = [&](const auto& values) {
        all.insert(all.end(), values.begin(), values.end());
    };
    const auto add_first = [&](const Reading& r, std::ptrdiff_t count) {
        all.insert(all.end(), r.begin(), r.begin() + count);
    };
    add(std::array{o.ax_mps2, o.ay_mps2});
    for (const PerWheel* w :
         {&o.wheel_load_n, &o.tyre_force_x_n, &o.tyre_force_y_n, &o.slip_ratio, &o.slip_angle_rad,
          &o.friction, &o.peak_friction, &o.slip_ratio_at_peak, &o.slip_angle_at_peak_rad})
        add(*w);
    add(std::array{o.rack_torque_nm, o.steer_applied_rad, o.throttle_applied, o.brake_applied,
                   o.wheel_radius_m, o.actuation_status.accel, o.actuation_status.brake,
                   o.actuation_status.steer});
    add_first(o.sensors.of(sensor::imu_accel), 3);
    add_first(o.sensors.of(sensor::imu_gyro), 3);
    add_first(o.sensors.of(sensor::wheel_speed), 4);
    add_first(o.sensors.of(sensor::steer), 1);
    add_first(o.sensors.of(sensor::gnss_position), 6);
    add_first(o.sensors.of(sensor::gnss_velocity), 3);
    add(std::array{o.az_mps2});
    add(o.relaxed_slip_ratio);
    add(o.relaxed_slip_angle_rad);
    return all;
}

std::vector<std::uint64_t> snapshot_of(const Session& session) {
    std::vector<std::uint64_t> words(plant_snapshot(session.get(), nullptr, 0));
    REQUIRE(plant_snapshot(session.get(), words.data(), words.size()) == words.size());
    return words;
}

std::string error_of(plant_config config) {
    const Session session(plant_create(&config), plant_destroy);
    REQUIRE(!session);
    return plant_last_error();
}

Vehicles batch_of(const plant_config* config, std::size_t count) {
    return {plant_batch_create(config, count), plant_batch_destroy};
}

std::vector<double> states_of(const Vehicles& batch, std::size_t count) {
    std::vector<double> states(count * PLANT_BATCH_STATES);
    REQUIRE(plant_batch_get_state(batch.get(), states.data(), states.size()) == PLANT_OK);
    return states;
}

constexpr std::size_t cars = 11;

void start(const Vehicles& batch) {
    for (std::size_t i = 0; i < cars; ++i) {
        const auto n = static_cast<double>(i);
        REQUIRE(plant_batch_reset(batch.get(), i, n, -n, 0.3 * n, 2.0 * n) == PLANT_OK);
    }
}

std::vector<double> rows_at(int tick) {
    std::vector<double> rows;
    for (std::size_t i = 0; i < cars; ++i) {
        const auto n = static_cast<double>(i);
        for (const double x :
             {0.01 * n * std::sin(0.02 * tick), tick < 200 ? 0.09 * n : 0.0,
              tick < 250 ? 0.0 : 0.05 * n, i % 4 == 3 ? -1.0 : 1.0, i % 5 == 4 ? 1.0 : 0.0})
            rows.push_back(x);
    }
    return rows;
}

/// A .tir file of a tyre without PDX2.
TemporaryFile sparse_tyre() {
    std::ostringstream text;
    text << std::ifstream(data + "/tyre/sedan.tir").rdbuf();
    const std::string whole = text.str();
    const auto line = whole.find("PDX2");
    return TemporaryFile(whole.substr(0, line) + whole.substr(whole.find('\n', line)), ".tir");
}

}  // namespace

TEST_CASE("the C interface reports notes on the files of a session or batch") {
    const TemporaryFile tyre = sparse_tyre();
    const std::string name = tyre.path().string();
    plant_config config;
    plant_config_init(&config);
    config.tyre = name.c_str();
    const Session session(plant_create(&config), plant_destroy);
    CHECK(plant_last_notes() == name + ": PDX2: missing, 0 assumed\n");
    const Session plain(plant_create(nullptr), plant_destroy);
    CHECK(std::string(plant_last_notes()).empty());
    const Vehicles batch = batch_of(&config, 1);
    CHECK(plant_last_notes() == name + ": PDX2: missing, 0 assumed\n");
}

TEST_CASE("C and C++ interface give bit-identical results, with every model and all parts") {
    for (const std::string_view model : model_names()) {
        CAPTURE(model);
        const Files files{std::string(model)};
        const plant_config config = files.config();
        const Session sut(plant_create(&config), plant_destroy);
        REQUIRE_MESSAGE(sut, plant_last_error());
        const SessionConfig cpp = files.cpp();
        SimSession session(create_model(model_named(model), cpp.actuation),
                           create_ground(load_ground(files.ground)), cpp);
        REQUIRE(plant_reset(sut.get(), 1.0, 2.0, 0.3, 8.0) == PLANT_OK);
        session.reset(rolling_state(session.vehicle(), 1.0, 2.0, 0.3, 8.0));
        for (int tick = 0; tick < 300; ++tick) {
            const plant_command command = command_at(tick);
            const InputStatus input = session.set_input(cpp_command(command));
            REQUIRE(plant_set_input(sut.get(), &command) == static_cast<int>(input));
            REQUIRE(session.tick(ten_ms) == StepStatus::ok);
            REQUIRE(plant_tick(sut.get(), ten_ms.count()) == PLANT_OK);
            const plant_output output = output_of(sut);
            REQUIRE(output.sim_time_ns == session.output().sim_time.count());
            REQUIRE(numbers(output) == numbers(session.output()));
            REQUIRE(measured_by(sut) == numbers(session.measured_state()));
        }
    }
}

TEST_CASE("batches of C and C++ interface give bit-identical results") {
    plant_config config;
    plant_config_init(&config);
    const std::string ground_file = data + "/ground/everything.yaml";
    config.ground = ground_file.c_str();
    const Vehicles sut = batch_of(&config, cars);
    REQUIRE_MESSAGE(sut, plant_last_error());
    const auto ground = create_ground(load_ground(ground_file));
    std::vector<std::unique_ptr<SimSession>> alone;
    for (std::size_t i = 0; i < cars; ++i) {
        const auto n = static_cast<double>(i);
        alone.push_back(std::make_unique<SimSession>(create_model(Model::seven_dof),
                                                     create_ground(load_ground(ground_file))));
        alone[i]->reset(rolling_state({}, n, -n, 0.3 * n, 2.0 * n));
    }
    start(sut);
    for (int tick = 0; tick < 300; ++tick) {
        const std::vector<double> rows = rows_at(tick);
        REQUIRE(plant_batch_set_input(sut.get(), rows.data(), rows.size()) == PLANT_OK);
        REQUIRE(plant_batch_tick(sut.get(), ten_ms.count()) == PLANT_OK);
        for (std::size_t i = 0; i < cars; ++i) {
            const double* row = rows.data() + i * PLANT_BATCH_COMMANDS;
            REQUIRE(alone[i]->set_input({row[0], row[1], row[2],
                                         static_cast<Gear>(static_cast<int>(row[3])),
                                         row[4] != 0.0}) == InputStatus::accepted);
            REQUIRE(alone[i]->tick(ten_ms) == StepStatus::ok);
        }
    }
    const std::vector<double> states = states_of(sut, cars);
    for (std::size_t i = 0; i < cars; ++i) {
        CAPTURE(i);
        const double* const row = states.data() + i * PLANT_BATCH_STATES;
        const State s = alone[i]->state();
        CHECK(row[PLANT_BATCH_X_M] == s.position_m.x());
        CHECK(row[PLANT_BATCH_Y_M] == s.position_m.y());
        CHECK(row[PLANT_BATCH_Z_M] == s.position_m.z());
        CHECK(row[PLANT_BATCH_YAW_RAD] == s.yaw_rad);
        CHECK(row[PLANT_BATCH_VX_MPS] == s.velocity_mps.x());
        CHECK(row[PLANT_BATCH_VY_MPS] == s.velocity_mps.y());
        CHECK(row[PLANT_BATCH_YAW_RATE_RADPS] == s.angular_velocity_radps.z());
        for (std::size_t w = 0; w < 4; ++w)
            CHECK(row[PLANT_BATCH_SPIN_RADPS + w] == s.wheel_spin_radps[w]);
    }
}

TEST_CASE("plant_batch_step equals its three separate calls, on any ground") {
    const Files files{"seven_dof"};
    plant_config config;
    plant_config_init(&config);
    const std::string heights = data + "/ground/everything.yaml",
                      level = data + "/ground/flat.yaml";
    for (const char* const ground :
         {static_cast<const char*>(nullptr), level.c_str(), heights.c_str()}) {
        config.ground = ground;
        const Vehicles three = batch_of(&config, cars), one = batch_of(&config, cars);
        REQUIRE_MESSAGE(three, plant_last_error());
        start(three);
        start(one);
        std::vector<double> states(cars * PLANT_BATCH_STATES);
        for (int tick = 0; tick < 200; ++tick) {
            std::vector<double> rows = rows_at(tick);
            rows[2 * PLANT_BATCH_COMMANDS + PLANT_BATCH_THROTTLE] = 0.01 * tick;
            const int taken = tick <= 100 ? PLANT_OK : PLANT_CLAMPED;
            REQUIRE(plant_batch_set_input(three.get(), rows.data(), rows.size()) == taken);
            REQUIRE(plant_batch_tick(three.get(), ten_ms.count()) == PLANT_OK);
            REQUIRE(plant_batch_step(one.get(), rows.data(), rows.size(), ten_ms.count(),
                                     states.data(), states.size()) == taken);
            REQUIRE(states == states_of(three, cars));
        }
        CHECK(states[PLANT_BATCH_STATES + PLANT_BATCH_X_M] != 1.0);
    }
}

TEST_CASE(
    "a car whose state would not be finite keeps its state and is reported, the others move") {
    const Vehicles sut = batch_of(nullptr, 2);
    REQUIRE(plant_batch_reset(sut.get(), 0, 1e308, 0.0, 0.0, 1e300) == PLANT_OK);
    REQUIRE(plant_batch_reset(sut.get(), 1, 0.0, 0.0, 0.0, 10.0) == PLANT_OK);
    const std::vector<double> rows{0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    std::vector<double> states(2 * PLANT_BATCH_STATES);
    CHECK(plant_batch_step(sut.get(), rows.data(), rows.size(), ten_ms.count(), states.data(),
                           states.size()) == PLANT_NOT_FINITE);
    CHECK(plant_last_error() == std::string("vehicles that kept their state, because the step "
                                            "would not be finite or roll them over: 1"));
    CHECK(states[PLANT_BATCH_X_M] == 1e308);
    CHECK(states[PLANT_BATCH_STATES + PLANT_BATCH_X_M] > 0.09);
}

TEST_CASE("invalid arguments of a session are reported and have no effect") {
    const Files files{"seven_dof"};
    const plant_config config = files.config();
    const Session sut(plant_create(&config), plant_destroy);
    REQUIRE(sut);
    const plant_command good = command_at(50);
    REQUIRE(plant_set_input(sut.get(), &good) == PLANT_OK);
    REQUIRE(plant_tick(sut.get(), ten_ms.count()) == PLANT_OK);
    std::vector<std::uint64_t> before = snapshot_of(sut);
    const auto refuses = [&](int status, const std::string& text) {
        CHECK(status == PLANT_INVALID);
        CHECK(plant_last_error() == text);
    };
    refuses(plant_reset(nullptr, 0, 0, 0, 0), "session: is NULL");
    refuses(plant_reset(sut.get(), not_a_number, 0, 0, 0), "state: must be finite");
    refuses(plant_reset(sut.get(), 0, 0, 0, 1e308), "state: must be finite");
    refuses(plant_set_input(sut.get(), nullptr), "command: is NULL");
    refuses(plant_tick(nullptr, 1), "session: is NULL");
    refuses(plant_tick(sut.get(), 0), "duration_ns: must be greater than 0");
    refuses(plant_tick(sut.get(), -ten_ms.count()), "duration_ns: must be greater than 0");
    refuses(plant_get_output(sut.get(), nullptr), "output: is NULL");
    refuses(plant_get_measured_state(sut.get(), nullptr), "state: is NULL");
    refuses(plant_restore(sut.get(), nullptr, 3), "words: is NULL");
    refuses(plant_restore(sut.get(), before.data(), before.size() - 1), "snapshot: is too short");
    plant_output unsized{};
    refuses(plant_get_output(sut.get(), &unsized), "output: was not filled by its init function");
    CHECK(plant_snapshot(nullptr, nullptr, 0) == 0);
    CHECK(snapshot_of(sut) == before);

    plant_command wrong = good;
    wrong.throttle = not_a_number;
    refuses(plant_set_input(sut.get(), &wrong), "command: must be finite");
    const plant_output held = output_of(sut);
    REQUIRE(plant_restore(sut.get(), before.data(), before.size()) == PLANT_OK);
    CHECK(numbers(output_of(sut)) == numbers(held));
}

TEST_CASE("after a snapshot of the C interface is restored, the run is bit-identical") {
    const Files files{"fourteen_dof"};
    const plant_config config = files.config();
    const Session first(plant_create(&config), plant_destroy);
    const Session second(plant_create(&config), plant_destroy);
    const plant_command command = command_at(100);
    REQUIRE(plant_set_input(first.get(), &command) == PLANT_OK);
    for (int i = 0; i < 50; ++i) REQUIRE(plant_tick(first.get(), ten_ms.count()) == PLANT_OK);
    const auto words = snapshot_of(first);
    REQUIRE(plant_restore(second.get(), words.data(), words.size()) == PLANT_OK);
    for (const Session* session : {&first, &second})
        for (int i = 0; i < 50; ++i)
            REQUIRE(plant_tick(session->get(), ten_ms.count()) == PLANT_OK);
    CHECK(numbers(output_of(first)) == numbers(output_of(second)));
}

TEST_CASE("a caller with a shorter struct is served up to its size") {
    const Session sut(plant_create(nullptr), plant_destroy);
    REQUIRE(plant_reset(sut.get(), 3.0, 4.0, 0.0, 5.0) == PLANT_OK);
    plant_output output;
    std::memset(&output, 0x5a, sizeof output);
    const plant_output untouched = output;
    output.size = offsetof(plant_output, velocity_mps);
    REQUIRE(plant_get_output(sut.get(), &output) == PLANT_OK);
    CHECK(output.position_m[1] == 4.0);
    CHECK(std::equal(std::begin(output.velocity_mps), std::end(output.velocity_mps),
                     std::begin(untouched.velocity_mps)));

    plant_command command = command_at(10);
    command.size = offsetof(plant_command, gear);
    command.gear = -1;  // outside the size: ignored, the default is drive
    REQUIRE(plant_set_input(sut.get(), &command) == PLANT_OK);
    for (int i = 0; i < 200; ++i) REQUIRE(plant_tick(sut.get(), ten_ms.count()) == PLANT_OK);
    CHECK(output_of(sut).velocity_mps[0] > 5.0);
    command.size = sizeof command + 8;
    CHECK(plant_set_input(sut.get(), &command) == PLANT_INVALID);
}

TEST_CASE("invalid session parameters are reported") {
    plant_config config;
    plant_config_init(&config);
    config.model = "tank";
    CHECK(error_of(config).rfind("model: must be one of kinematic bicycle seven_dof", 0) == 0);
    config.model = "seven_dof";
    const std::string vgr = data + "/actuation/actuation_cmd_vgr.yaml";
    config.actuation = vgr.c_str();
    CHECK(error_of(config) == "model: is another one than in " + vgr);
    config.model = nullptr;
    CHECK(Session(plant_create(&config), plant_destroy));
    config.solver = vgr.c_str();
    CHECK(error_of(config).rfind(vgr + ":", 0) == 0);
    config.solver = "nowhere.yaml";
    CHECK(error_of(config).rfind("nowhere.yaml: ", 0) == 0);
    config.size = 0;
    CHECK(error_of(config) == "config: was not filled by its init function");
}

TEST_CASE("invalid arguments of a batch are reported and have no effect") {
    const Vehicles sut = batch_of(nullptr, cars);
    REQUIRE(sut);
    start(sut);
    std::vector<double> rows = rows_at(100);
    const auto before = states_of(sut, cars);
    const auto refuses = [&](int status, const std::string& text) {
        CHECK(status == PLANT_INVALID);
        CHECK(plant_last_error() == text);
    };
    refuses(plant_batch_set_input(sut.get(), nullptr, rows.size()), "commands: is NULL");
    refuses(plant_batch_set_input(sut.get(), rows.data(), 5), "numbers: must be 55, is 5");
    for (const std::size_t column :
         {PLANT_BATCH_STEER_RAD, PLANT_BATCH_GEAR, PLANT_BATCH_HANDBRAKE}) {
        std::vector<double> wrong = rows;
        wrong[7 * PLANT_BATCH_COMMANDS + column] = not_a_number;
        refuses(plant_batch_set_input(sut.get(), wrong.data(), wrong.size()),
                "row 7: must be finite, with a whole gear");
    }
    std::vector<double> states(cars * PLANT_BATCH_STATES);
    const auto step = [&](const std::vector<double>& commands, std::int64_t duration_ns,
                          std::size_t state_numbers) {
        return plant_batch_step(sut.get(), commands.data(), commands.size(), duration_ns,
                                states.data(), state_numbers);
    };
    std::vector<double> wrong = rows;
    wrong[7 * PLANT_BATCH_COMMANDS + PLANT_BATCH_GEAR] = 0.5;
    refuses(step(wrong, 1, states.size()), "row 7: must be finite, with a whole gear");
    refuses(step(rows, 0, states.size()), "duration_ns: must be greater than 0");
    refuses(step(rows, 1, 5), "state_numbers: must be 121, is 5");
    refuses(step({0.0}, 1, states.size()), "command_numbers: must be 55, is 1");
    refuses(plant_batch_step(sut.get(), rows.data(), rows.size(), 1, nullptr, states.size()),
            "states: is NULL");
    CHECK(std::count(states.begin(), states.end(), 0.0) == cars * PLANT_BATCH_STATES);
    refuses(plant_batch_tick(sut.get(), -1), "duration_ns: must be greater than 0");
    refuses(plant_batch_tick(nullptr, 1), "batch: is NULL");
    refuses(plant_batch_reset(sut.get(), cars, 0, 0, 0, 0), "index: no vehicle has this index");
    refuses(plant_batch_reset(sut.get(), 0, 0, not_a_number, 0, 0), "state: must be finite");
    refuses(plant_batch_get_state(sut.get(), nullptr, 5), "states: is NULL");
    CHECK(states_of(sut, cars) == before);

    rows[PLANT_BATCH_THROTTLE] = 3.0;
    CHECK(plant_batch_set_input(sut.get(), rows.data(), rows.size()) == PLANT_CLAMPED);
}

TEST_CASE("invalid batch parameters are reported") {
    plant_config config;
    plant_config_init(&config);
    CHECK(!batch_of(&config, 0));
    CHECK(plant_last_error() == std::string("count: must be 1 to 1000000"));
    config.model = "fourteen_dof";
    CHECK(!batch_of(&config, 2));
    CHECK(plant_last_error() == std::string("model: must be seven_dof in a batch"));
    config.model = nullptr;
    const std::string sensors = data + "/sensor/sedan.yaml";
    config.sensors = sensors.c_str();
    CHECK(!batch_of(&config, 2));
    CHECK(plant_last_error() ==
          std::string("actuator, sensors: must be NULL, a batch has neither"));
}

}  // namespace c_api_test
