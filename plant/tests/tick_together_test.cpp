// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/ground_params.hpp>
#include <plant/model.hpp>
#include <plant/tick_together.hpp>
#include "count_allocations.hpp"
#include "dynamics/instruction_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tick_together_test {

using namespace plant;

namespace {

/// Sets PLANT_SIMD during its lifetime.
class ForcedSet {
  public:
    explicit ForcedSet(const char* name) {
        if (const char* before = std::getenv("PLANT_SIMD")) before_ = before;
        setenv("PLANT_SIMD", name, 1);
    }
    ~ForcedSet() { setenv("PLANT_SIMD", before_.c_str(), 1); }
    ForcedSet(const ForcedSet&) = delete;
    ForcedSet& operator=(const ForcedSet&) = delete;

  private:
    std::string before_;
};

/// The instruction sets of this processor.
std::vector<const char*> instruction_sets() {
    std::vector<const char*> names{"sse2"};
    if (instruction_set(nullptr) >= InstructionSet::avx2) names.push_back("avx2");
    if (instruction_set(nullptr) >= InstructionSet::avx512) names.push_back("avx512");
    return names;
}

/// A ground whose friction is NaN beyond a line across it.
class BrokenGround final : public Ground {
  public:
    Contact at(double x_m, double) const override {
        Contact contact;
        if (x_m > 25.0) contact.friction = std::numeric_limits<double>::quiet_NaN();
        return contact;
    }
};

enum Kind {
    ordinary,
    tall,
    semi_implicit,
    other_tyre,
    hilly,
    broken_road,
    controlled,
    controlled_on_broken_road,
    kind_count
};

bool has_brake_control(Kind kind) {
    return kind == controlled || kind == controlled_on_broken_road;
}

std::unique_ptr<Ground> ground_of(Kind kind) {
    if (kind == broken_road || kind == controlled_on_broken_road)
        return std::make_unique<BrokenGround>();
    GroundParams params;
    params.friction = kind == tall ? 2.0 : kind == controlled ? 0.4 : 0.9;
    if (kind == hilly) {
        params.grade = 0.04;
        params.bank = 0.02;
        params.split.enabled = true;
    }
    return create_ground(params);
}

SessionConfig config_of(Model model, Kind kind, bool has_memory) {
    SessionConfig config;
    if (has_brake_control(kind) && (model == Model::seven_dof || model == Model::fourteen_dof))
        config.vehicle = load_vehicle(std::string(PLANT_DATA) + "/brake_control/sedan.yaml");
    if (has_memory) {
        config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
        config.sensors = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    }
    if (kind == tall) {
        config.vehicle.body.cg_height_m = 1.0;
        config.vehicle.suspension.anti_roll_front_nm_per_rad = 30000.0;
        config.vehicle.suspension.anti_roll_rear_nm_per_rad = 20000.0;
    }
    if (kind == semi_implicit) config.solver.integrator = Integrator::semi_implicit;
    if (kind == other_tyre) config.tyre = load_tyre(std::string(PLANT_DATA) + "/tyre/sedan.tir");
    return config;
}

/// Two equal sessions: the first is ticked alone, the second together with others.
struct Twin {
    std::unique_ptr<SimSession> alone;
    std::unique_ptr<SimSession> together;
    StepStatus alone_status = StepStatus::ok;
};

Twin make_twin(Model model, Kind kind, bool has_memory, const char* set, double vx_mps) {
    const SessionConfig config = config_of(model, kind, has_memory);
    const auto make = [&](const char* name) {
        const ForcedSet forced(name);
        auto session = std::make_unique<SimSession>(create_model(model), ground_of(kind), config);
        session->reset(rolling_state(config.vehicle, 1.0, 2.0, 0.3, vx_mps));
        return session;
    };
    return {make("sse2"), make(set)};
}

class Fleet {
  public:
    Fleet(const char* set, unsigned seed) : random_(seed) {
        for (const Model model : {Model::seven_dof, Model::bicycle, Model::fourteen_dof,
                                  Model::kinematic, Model::actuation_cmd})
            for (int kind = 0; kind < kind_count; ++kind)
                for (int i = 0; i < (model == Model::seven_dof ? 11
                                     : model == Model::bicycle ? 6
                                                               : 1);
                     ++i)
                    twins_.push_back(make_twin(model, static_cast<Kind>(kind), i % 3 == 0, set,
                                               between(0.0, 30.0)));
        std::shuffle(twins_.begin(), twins_.end(), random_);
    }

    /// Ticks some of them, in any order, with a random step length.
    void tick() {
        std::shuffle(twins_.begin(), twins_.end(), random_);
        const std::size_t count = 1 + random_() % twins_.size();
        const SimDuration dt = millisecond * (1 + static_cast<int>(random_() % 6));
        std::vector<SimSession*> sessions;
        for (std::size_t i = 0; i < count; ++i) {
            disturb(twins_[i]);
            sessions.push_back(twins_[i].together.get());
            twins_[i].alone_status = twins_[i].alone->tick(dt);
        }
        std::vector<StepStatus> statuses(count);
        tick_together(sessions.data(), count, dt, statuses.data());
        for (std::size_t i = 0; i < count; ++i) check(twins_[i], statuses[i]);
    }

    int rolled_over = 0;
    int not_finite = 0;

  private:
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }

    template <class F>
    static void both(Twin& twin, const F& f) {
        f(*twin.alone);
        f(*twin.together);
    }

    Command random_command() {
        Command command;
        command.steer_rad = between(-0.7, 0.7);
        command.throttle = between(0.0, 1.0);
        command.brake = std::max(between(-2.0, 1.0), 0.0);
        command.gear = random_() % 8 == 0 ? Gear::reverse : Gear::drive;
        command.handbrake = random_() % 16 == 0;
        command.abs_off = random_() % 4 == 0;
        command.traction_off = random_() % 4 == 0;
        command.esc_off = random_() % 4 == 0;
        command.actuation = {command.throttle, command.brake, command.steer_rad};
        if (random_() % 8 == 0)
            command.wheel_torque_nm = {300.0, 300.0, -100.0, between(0.0, 900.0)};
        return command;
    }

    void disturb(Twin& twin) {
        if (random_() % 20 == 0)
            both(twin, [command = random_command()](SimSession& s) { s.set_input(command); });
        if (random_() % 100 == 0)
            both(twin, [scale = between(0.3, 1.5)](SimSession& s) { s.set_friction_scale(scale); });
        if (random_() % 500 == 0)
            both(twin, [start = rolling_state({}, 0.0, 0.0, 0.0, between(0.0, 30.0))](
                           SimSession& s) { s.reset(start); });
        if (random_() % 500 == 0)
            both(twin, [saved = twin.alone->snapshot()](SimSession& s) { s.restore(saved); });
    }

    void check(Twin& twin, StepStatus status) {
        REQUIRE(status == twin.alone_status);
        REQUIRE(std::string(twin.together->fault()) == twin.alone->fault());
        rolled_over += status == StepStatus::rolled_over;
        not_finite += status == StepStatus::non_finite_state;
        if (random_() % 4 == 0) REQUIRE(twin.together->snapshot() == twin.alone->snapshot());
    }

    std::mt19937 random_;
    std::vector<Twin> twins_;
};

}  // namespace

TEST_CASE("sessions ticked together and alone give bit-identical results") {
    for (const char* set : instruction_sets()) {
        CAPTURE(std::string(set));
        Fleet sut(set, 7);
        for (int i = 0; i < 1500; ++i) sut.tick();
        CHECK(sut.rolled_over > 0);
        CHECK(sut.not_finite > 0);
    }
}

TEST_CASE("ticking together with a duration that is not positive has no effect") {
    SimSession one(create_seven_dof(), create_flat_ground());
    SimSession* const sessions[] = {&one};
    StepStatus status = StepStatus::ok;
    tick_together(sessions, 1, SimDuration{0}, &status);
    CHECK(status == StepStatus::invalid_duration);
    CHECK(one.output().sim_time == SimDuration{0});
}

TEST_CASE("ticking together allocates nothing") {
    std::vector<std::unique_ptr<SimSession>> owned;
    std::vector<SimSession*> sessions;
    for (int i = 0; i < 70; ++i) {
        owned.push_back(std::make_unique<SimSession>(
            create_model(i % 5 == 0 ? Model::fourteen_dof : Model::seven_dof),
            create_flat_ground()));
        sessions.push_back(owned.back().get());
    }
    std::vector<StepStatus> statuses(sessions.size(), StepStatus::invalid_duration);
    const std::size_t before = tests::allocations();
    for (int i = 0; i < 10; ++i)
        tick_together(sessions.data(), sessions.size(), 5 * millisecond, statuses.data());
    CHECK(tests::allocations() == before);
    for (const StepStatus status : statuses) CHECK(status == StepStatus::ok);
    for (const SimSession* session : sessions)
        CHECK(session->output().sim_time == 50 * millisecond);
}

}  // namespace tick_together_test
