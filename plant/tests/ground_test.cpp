// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/ground_params.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>

namespace ground_test {

using namespace plant;

TEST_CASE("grade and bank are slopes along and across the heading") {
    GroundParams params;
    params.heading_rad = 0.5;
    params.grade = 0.1;
    params.bank = -0.05;
    params.height_m = 3.0;
    const auto sut = create_ground(params);
    const double c = std::cos(0.5);
    const double s = std::sin(0.5);
    CHECK(sut->at(0.0, 0.0).height_m == doctest::Approx(3.0));
    CHECK(sut->at(10.0 * c, 10.0 * s).height_m == doctest::Approx(4.0));
    CHECK(sut->at(-10.0 * s, 10.0 * c).height_m == doctest::Approx(2.5));
    // The normal is perpendicular to both directions on the surface.
    const Eigen::Vector3d n = sut->at(0.0, 0.0).normal;
    CHECK(n.norm() == doctest::Approx(1.0));
    CHECK(n.dot(Eigen::Vector3d(c, s, 0.1)) == doctest::Approx(0.0));
    CHECK(n.dot(Eigen::Vector3d(-s, c, -0.05)) == doctest::Approx(0.0));
}

TEST_CASE("split friction and patches have smooth transitions and can be combined") {
    GroundParams params;
    params.friction = 1.0;
    params.split = {true, 0.4, 0.5, 0.2};
    params.patches.push_back({20.0, 30.0, -5.0, 5.0, 0.1, 2.0});
    const auto sut = create_ground(params);
    CHECK(sut->at(0.0, 0.7).friction == 1.0);
    CHECK(sut->at(0.0, 0.3).friction == 0.4);
    CHECK(sut->at(0.0, 0.5).friction == doctest::Approx(0.7));
    CHECK(sut->at(25.0, 2.0).friction == 0.1);
    CHECK(sut->at(25.0, -2.0).friction == 0.1);
    CHECK(sut->at(19.0, 2.0).friction == doctest::Approx(0.55));
    CHECK(sut->at(17.0, 2.0).friction == 1.0);
    double largest_step = 0.0;
    for (double x = 15.0; x < 35.0; x += 0.01) {
        largest_step = std::max(
            largest_step, std::abs(sut->at(x + 0.01, 2.0).friction - sut->at(x, 2.0).friction));
    }
    CHECK(largest_step < 0.9 * 1.5 * 0.01 / 2.0 + 1e-9);  // steepest slope of a smooth step
}

TEST_CASE("roughness has the density of its ISO 8608 class, on both tracks") {
    // Variance within octave bands, from the Fourier sum of a long profile, against the integral
    // of G(n) = G0 (n/n0)^-2 over the band.
    constexpr double length_m = 500.0;
    constexpr int points = 4000;
    constexpr double two_pi = 6.28318530717958647693;
    for (const auto road_class : {RoadClass::a, RoadClass::c}) {
        const double g0 = road_class == RoadClass::a ? 16e-6 : 256e-6;
        for (const double across : {0.0, 1.5, 0.6}) {
            GroundParams params;
            params.roughness = {road_class, 5};
            const auto sut = create_ground(params);
            std::vector<double> profile;
            for (int i = 0; i < points; ++i) {
                // A Hann window prevents leakage of strong long waves to other bands.
                const double window = 0.5 - 0.5 * std::cos(two_pi * i / points);
                profile.push_back(window * sut->at(length_m * i / points, across).height_m);
            }
            for (double low = 0.05; low < 1.0; low *= 4.0) {
                const double high = 4.0 * low;
                double variance = 0.0;
                for (int k = static_cast<int>(low * length_m);
                     k < static_cast<int>(high * length_m); ++k) {
                    std::complex<double> sum = 0.0;
                    const std::complex<double> turn = std::polar(1.0, -two_pi * k / points);
                    std::complex<double> phase = 1.0;
                    for (const double z : profile) {
                        sum += z * phase;
                        phase *= turn;
                    }
                    variance += 2.0 * std::norm(sum / static_cast<double>(points));
                }
                variance /= 0.375;  // mean square of the window
                const double expected = g0 * 0.01 * (1.0 / low - 1.0 / high);
                CAPTURE(across);
                CAPTURE(low);
                CHECK(variance == doctest::Approx(expected).epsilon(0.25));
            }
        }
    }
}

namespace {

/// Fourier coefficients of the road height along a line, for whole numbers of waves per length.
std::vector<std::complex<double>> spectrum(const Ground& ground, double across_m, int low,
                                           int high) {
    constexpr int points = 2000;
    constexpr double length_m = 400.0;
    constexpr double two_pi = 6.28318530717958647693;
    std::vector<double> heights;
    for (int i = 0; i < points; ++i) {
        const double window = 0.5 - 0.5 * std::cos(two_pi * i / points);
        heights.push_back(window * ground.at(length_m * i / points, across_m).height_m);
    }
    std::vector<std::complex<double>> found;
    for (int k = low; k < high; ++k) {
        std::complex<double> sum = 0.0;
        std::complex<double> phase = 1.0;
        const std::complex<double> turn = std::polar(1.0, -two_pi * k / points);
        for (const double z : heights) {
            sum += z * phase;
            phase *= turn;
        }
        found.push_back(sum);
    }
    return found;
}

}  // namespace

TEST_CASE("parallel lines of a rough road are coherent at long wavelengths only") {
    constexpr double length_m = 400.0;
    for (const double distance_m : {0.75, 1.5, 3.5}) {
        for (const int low : {10, 20, 40, 80, 160}) {
            double both = 0.0;
            double first = 0.0;
            double second = 0.0;
            double expected = 0.0;
            for (std::uint64_t seed = 1; seed <= 10; ++seed) {
                GroundParams params;
                params.roughness = {RoadClass::c, seed};
                const auto sut = create_ground(params);
                const double left_m = 0.3 * static_cast<double>(seed);
                const auto left = spectrum(*sut, left_m, low, 2 * low);
                const auto right = spectrum(*sut, left_m - distance_m, low, 2 * low);
                for (std::size_t i = 0; i < left.size(); ++i) {
                    both += (left[i] * std::conj(right[i])).real();
                    first += std::norm(left[i]);
                    second += std::norm(right[i]);
                    const double n = (low + static_cast<double>(i)) / length_m;
                    expected += std::norm(left[i]) * std::exp(-3.0 * n * distance_m);
                }
            }
            CAPTURE(distance_m);
            CAPTURE(low / length_m);
            CHECK(both / std::sqrt(first * second) ==
                  doctest::Approx(expected / first).scale(1.0).epsilon(0.08));
        }
    }
}

TEST_CASE("roughness depends only on its seed") {
    GroundParams params;
    params.roughness = {RoadClass::c, 5};
    const auto first = create_ground(params);
    const auto second = create_ground(params);
    params.roughness.seed = 6;
    const auto other = create_ground(params);
    CHECK(first->at(12.3, 0.7).height_m == second->at(12.3, 0.7).height_m);
    CHECK(first->at(12.3, 0.7).height_m != other->at(12.3, 0.7).height_m);
}

TEST_CASE("a session drives on a ground with all features") {
    SimSession sut(create_seven_dof(),
                   create_ground(load_ground(std::string(PLANT_DATA) + "/ground/everything.yaml")));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 15.0));
    double lowest = 1.0;
    for (int i = 0; i < 4000; ++i) {
        sut.set_input(Command{0.0, 0.4, 0.0, Gear::drive, false});
        REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        lowest = std::min(lowest, sut.output().friction[rear_left]);
    }
    CHECK(lowest == doctest::Approx(0.15));
    CHECK(sut.state().position_m.z() > 0.55 + 0.03 * sut.state().position_m.x());
    CHECK(sut.state().pitch_rad < -0.03);
    CHECK(sut.state().roll_rad < -0.01);
}

TEST_CASE("every model stays on a slope, and its distance agrees with its speed") {
    GroundParams params;
    params.heading_rad = 0.4;
    params.grade = 0.12;
    params.bank = 0.05;
    params.height_m = 2.0;
    for (const ModelInfo& row : models) {
        CAPTURE(row.name);
        SimSession sut(create_model(row.model), create_ground(params));
        const double rest = create_ground(params)->at(10.0, -5.0).height_m;
        sut.reset(rolling_state(sut.vehicle(), 10.0, -5.0, 0.4, 20.0));
        CHECK(sut.state().position_m.z() == doctest::Approx(rest + 0.55).epsilon(1e-9));
        double way = 0.0;
        Eigen::Vector3d from = sut.state().position_m;
        for (int i = 0; i < 50; ++i) {
            const double before = sut.state().velocity_mps.head<2>().norm();
            REQUIRE(sut.tick(20 * millisecond) == StepStatus::ok);
            way += 0.01 * (before + sut.state().velocity_mps.head<2>().norm());
            const Eigen::Vector3d& place = sut.state().position_m;
            const double road = create_ground(params)->at(place.x(), place.y()).height_m;
            // The body of L3 moves on its springs.
            const double allowed = row.model == Model::fourteen_dof ? 0.02 : 1e-9;
            REQUIRE(std::abs(place.z() - road - 0.55) < allowed);
        }
        CHECK((sut.state().position_m - from).norm() == doctest::Approx(way).epsilon(1e-4));
    }
}

TEST_CASE("the flat ground equals its file, invalid grounds are rejected") {
    const GroundParams file = load_ground(std::string(PLANT_DATA) + "/ground/flat.yaml");
    const auto a = create_ground(file);
    const auto b = create_flat_ground();
    CHECK(a->at(3.0, -4.0).height_m == b->at(3.0, -4.0).height_m);
    CHECK(a->at(3.0, -4.0).friction == b->at(3.0, -4.0).friction);
    CHECK(a->at(3.0, -4.0).normal == b->at(3.0, -4.0).normal);
    GroundParams bad;
    bad.patches.push_back({});
    bad.patches[0].friction = -0.1;
    CHECK_THROWS_WITH_AS(create_ground(bad), "patches[0].friction: must be 0 to 5, is -0.1",
                         std::invalid_argument);
}

}  // namespace ground_test
