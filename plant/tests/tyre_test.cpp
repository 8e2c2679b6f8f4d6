// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/file_error.hpp>
#include <plant/tyre.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tyre_test {

using namespace plant;

namespace {

const std::string tir_path = std::string(PLANT_DATA) + "/tyre/sedan.tir";

/// A copy of a .tir file with one change, removed at the end of the scope.
struct TirCopy {
    std::filesystem::path path;
    TirCopy(const std::string& what, const std::string& with)
        : path(std::filesystem::temp_directory_path() /
               ("plant_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".tir")) {
        std::ostringstream text;
        text << std::ifstream(tir_path).rdbuf();
        std::string changed = text.str();
        const auto at = changed.find(what);
        REQUIRE(at != std::string::npos);
        std::ofstream(path) << changed.replace(at, what.size(), with);
    }
    ~TirCopy() { std::filesystem::remove(path); }
    TirCopy(const TirCopy&) = delete;
    TirCopy& operator=(const TirCopy&) = delete;
};

std::string complaint(const std::string& what, const std::string& with) {
    const TirCopy copy(what, with);
    try {
        load_tyre(copy.path);
    } catch (const FileError& error) {
        return std::string(error.what()).substr(copy.path.string().size() + 1);
    }
    return "";
}

/// Largest force over slip, by a search.
struct Best {
    double slip = 0.0;
    double force = 0.0;
};
Best best_longitudinal(const Tyre& tyre, double load, double friction) {
    Best best;
    for (double slip = 0.0; slip < 0.6; slip += 1e-4) {
        const double force = tyre.force(slip, 0.0, load, friction).x_n;
        if (force > best.force) best = {slip, force};
    }
    return best;
}
Best best_lateral(const Tyre& tyre, double load, double friction) {
    Best best;
    for (double angle = 0.0; angle < 0.6; angle += 1e-4) {
        const double force = -tyre.force(0.0, angle, load, friction).y_n;
        if (force > best.force) best = {angle, force};
    }
    return best;
}

}  // namespace

TEST_CASE("the simple Magic Formula agrees with the equation in pure slip") {
    const TyreParams p;
    const Tyre tyre(p);
    for (double slip = -1.0; slip <= 1.0; slip += 0.037) {
        const MagicFormula& x = p.longitudinal;
        const MagicFormula& y = p.lateral;
        const double bx = x.b * slip;
        const double by = y.b * slip;
        const double fx = x.d * std::sin(x.c * std::atan(bx - x.e * (bx - std::atan(bx))));
        const double fy = -y.d * std::sin(y.c * std::atan(by - y.e * (by - std::atan(by))));
        CHECK(tyre.force(slip, 0.0, 4000.0, 1.0).x_n == doctest::Approx(4000.0 * fx));
        CHECK(tyre.force(0.0, std::atan(slip), 4000.0, 1.0).y_n == doctest::Approx(4000.0 * fy));
    }
}

TEST_CASE("load decreases friction, road friction scales the peak but not the slope") {
    const TyreParams p;
    const Tyre tyre(p);
    CHECK(best_longitudinal(tyre, 4000.0, 1.0).force == doctest::Approx(4000.0 * 1.05));
    CHECK(best_longitudinal(tyre, 6000.0, 1.0).force ==
          doctest::Approx(6000.0 * 1.05 * (1.0 - 0.15 * 0.5)));
    CHECK(best_lateral(tyre, 4000.0, 0.3).force == doctest::Approx(0.3 * 4000.0 * 1.05));
    const double slope = 4000.0 * p.longitudinal.b * p.longitudinal.c * p.longitudinal.d;
    for (const double friction : {0.2, 1.0}) {
        CHECK(tyre.force(1e-6, 0.0, 4000.0, friction).x_n ==
              doctest::Approx(slope * 1e-6).epsilon(1e-4));
    }
}

TEST_CASE("combined slip stays within the friction ellipse and reaches it") {
    const TyreParams p;
    const Tyre tyre(p);
    double largest = 0.0;
    for (double kappa = -1.0; kappa <= 1.0; kappa += 0.01) {
        for (double alpha = -0.8; alpha <= 0.8; alpha += 0.01) {
            const TyreForce f = tyre.force(kappa, alpha, 4000.0, 0.7);
            const double reach = 4000.0 * 0.7 * 1.05;
            largest = std::max(largest, std::hypot(f.x_n / reach, f.y_n / reach));
            REQUIRE(f.x_n * kappa >= 0.0);
            REQUIRE(f.y_n * alpha <= 0.0);
        }
    }
    CHECK(largest <= 1.0 + 1e-12);
    CHECK(largest > 0.999);
}

TEST_CASE("the linear tyre is linear up to the friction circle") {
    TyreParams p;
    p.model = TyreModel::linear;
    const Tyre tyre(p);
    CHECK(tyre.force(0.01, 0.0, 3000.0, 1.0).x_n == doctest::Approx(3000.0 * 0.01 * 20.79));
    CHECK(tyre.force(0.0, 0.01, 3000.0, 1.0).y_n ==
          doctest::Approx(-3000.0 * std::tan(0.01) * 13.65));
    const TyreForce far = tyre.force(0.5, 0.5, 3000.0, 0.8);
    CHECK(std::hypot(far.x_n, far.y_n) == doctest::Approx(3000.0 * 0.8 * 1.05));
}

TEST_CASE("the reported peaks are correct") {
    for (const auto& params : {TyreParams{}, load_tyre(tir_path)}) {
        const Tyre tyre(params);
        for (const double load : {2000.0, 4000.0, 6000.0}) {
            for (const double friction : {0.3, 1.0}) {
                const TyrePeak peak = tyre.peak(load, friction);
                const Best x = best_longitudinal(tyre, load, friction);
                const Best y = best_lateral(tyre, load, friction);
                // The curves of the .tir tyre have small shifts, its peak is without shifts.
                const double shift = params.model == TyreModel::mf52 ? 0.02 : 1e-3;
                CHECK(peak.slip_ratio == doctest::Approx(x.slip).epsilon(shift));
                CHECK(peak.slip_angle_rad == doctest::Approx(y.slip).epsilon(4.0 * shift));
                CHECK(peak.friction ==
                      doctest::Approx(std::max(x.force, y.force) / load).epsilon(shift));
            }
        }
    }
}

TEST_CASE("a wheel without load has no force") {
    for (const auto& params : {TyreParams{}, load_tyre(tir_path)}) {
        const TyreForce f = Tyre(params).force(0.1, 0.1, 0.0, 1.0);
        CHECK(f.x_n == 0.0);
        CHECK(f.y_n == 0.0);
        CHECK(f.z_nm == 0.0);
    }
}

TEST_CASE("a car on .tir tyres drives straight, turns, brakes and stops") {
    Drive d(create_seven_dof(), 20.0, {}, load_tyre(tir_path));
    d.run(2.0);
    CHECK(d.dynamics->state().position_m.y() == 0.0);  // left and right tyres are mirrored
    d.command.steer_rad = 0.02;
    d.run(2.0);
    CHECK(d.yaw_rate() > 0.1);
    d.command = {0.0, 0.0, 0.6, Gear::drive, false};
    d.run(6.0);
    const State rest = d.dynamics->state();
    d.run(1.0);
    CHECK((d.dynamics->state().position_m - rest.position_m).norm() < 1e-6);
}

TEST_CASE("notes on a .tir file name missing and assumed values") {
    std::vector<std::string> notes;
    load_tyre(tir_path, &notes);
    CHECK(notes.empty());
    const TirCopy without("RBX1 = 12.0\nRBX2 = -9.0\n", "");
    load_tyre(without.path, &notes);
    REQUIRE(notes.size() == 2);
    const std::string name = without.path.string();
    CHECK(notes[0] == name + ": RBX1, RBY1: zero or missing: no loss of force in combined slip");
    CHECK(notes[1] == name + ": RBX1, RBX2: missing, 0 assumed");
    const TirCopy side("TYRESIDE = 'LEFT'", "TYRESIDE = 'MIDDLE'");
    notes.clear();
    load_tyre(side.path, &notes);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find("TYRESIDE: neither LEFT nor RIGHT, LEFT assumed") != std::string::npos);
}

TEST_CASE("notes on a .tir file name unused coefficients") {
    const TirCopy more("RHX1 = 0.004\n",
                       "RHX1 = 0.004\nPDX3 = 0.1\nPKY3 = 0\nQSX2 = -1\nMASS = 9.3\n"
                       "[SCALING_COEFFICIENTS]\nLGAX = 1\nLGAY = 0.5\n");
    std::vector<std::string> notes;
    load_tyre(more.path, &notes);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find(": LGAY, PDX3, QSX2: not used: camber") != std::string::npos);
}

TEST_CASE("a .tir file of another model is rejected") {
    const std::string read =
        "; only car tyres of MF-Tyre 5 (FITTYP 5, 6 or 52) or PAC2002 are supported";
    CHECK(complaint("PROPERTY_FILE_FORMAT = 'PAC2002'", "PROPERTY_FILE_FORMAT = 'PAC_MC'") ==
          "13:24: PROPERTY_FILE_FORMAT: is 'PAC_MC'" + read);
    for (const char* fitted : {"61", "62", "51"})
        CHECK(complaint("PROPERTY_FILE_FORMAT = 'PAC2002'", std::string("FITTYP = ") + fitted) ==
              std::string("13:10: FITTYP: is '") + fitted + "'" + read);
    CHECK(complaint("PKY1 = -17.0", "PKY1 = -17.0\nPKY4 = 2") ==
          "74:8: PKY4: belongs to MF 6 or a motorcycle tyre" + read);
    CHECK(complaint("PROPERTY_FILE_FORMAT = 'PAC2002'",
                    "PROPERTY_FILE_FORMAT = 'mf-tyre'\nFITTYP = 6 $ version") == "");
}

TEST_CASE("an invalid .tir file is rejected") {
    CHECK(complaint("PKY1 = -17.0", "$") == " PKY1: is missing");
    CHECK(complaint("PKY1 = -17.0", "PKY1 = 17.0") ==
          "73:8: PKY1: must be negative (axes of TYDEX, ISO 8855)");
    CHECK(complaint("LFZO = 1", "LFZO = 0") == "21:8: LFZO: must be positive");
    CHECK(complaint("PDX1 = 1.05", "PDX1 = 1.05x") == "42:8: PDX1: must be a finite number");
    CHECK(complaint("PDX1 = 1.05", "PDX1 = 1.05\nPDX1 = 1.06") == "43:8: PDX1: is given twice");
    CHECK(complaint("'meter'", "'mm'") == "7:10: LENGTH: only SI units are supported");
}

TEST_CASE("on a slippery road .tir tyres stay within their friction circle as on a dry one") {
    const Tyre tyre(load_tyre(tir_path));
    for (const double load : {2000.0, 4000.0, 6000.0})
        for (const double friction : {0.1, 0.3, 1.0}) {
            double largest = 0.0;
            for (double ratio = -0.6; ratio <= 0.6; ratio += 0.01)
                for (double angle = -0.6; angle <= 0.6; angle += 0.01) {
                    const TyreForce f =
                        tyre.force(friction * ratio, friction * angle, load, friction);
                    largest = std::max(largest, std::hypot(f.x_n, f.y_n));
                }
            CAPTURE(load);
            CAPTURE(friction);
            CHECK(largest < 1.07 * load * tyre.peak(load, friction).friction);
        }
}

}  // namespace tyre_test
