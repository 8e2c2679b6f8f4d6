// SPDX-License-Identifier: MIT
// Prints the forces of a tyre file on a grid of slips, loads and frictions as CSV.
#include <plant/tyre.hpp>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: plant_tyre_table FILE.tir\n");
        return 2;
    }
    try {
        const plant::Tyre tyre(plant::load_tyre(argv[1]));
        std::puts("slip_ratio,slip_angle_rad,load_n,friction,x_n,y_n,z_nm");
        for (const double load : {1500.0, 4000.0, 7000.0}) {
            for (const double friction : {0.3, 1.0}) {
                for (int i = -12; i <= 12; ++i) {
                    for (int j = -12; j <= 12; ++j) {
                        const double kappa = 0.0007 * i * i * i;
                        const double alpha = 0.0004 * j * j * j;
                        const plant::TyreForce f = tyre.force(kappa, alpha, load, friction);
                        std::printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", kappa, alpha,
                                    load, friction, f.x_n, f.y_n, f.z_nm);
                    }
                }
            }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "plant_tyre_table: %s\n", error.what());
        return 1;
    }
    return 0;
}
