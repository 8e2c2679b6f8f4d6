// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

namespace bench {

std::vector<Result> actuation();
std::vector<Result> campaign();
std::vector<Result> crowded();
std::vector<Result> data_port();
std::vector<Result> ddcserver();
std::vector<Result> fmu_export();
std::vector<Result> fmu_import();
std::vector<Result> measured_cycle();
std::vector<Result> publishers();
std::vector<Result> slots();
std::vector<Result> plant_vehicle();
std::vector<Result> python();
std::vector<Result> realtime();
std::vector<Result> round_trip();
std::vector<Result> runs();
std::vector<Result> table_ops();
std::vector<Result> vehicle_interface();
std::vector<Result> vds1_codec();
std::vector<Result> vds1_server();

}  // namespace bench
