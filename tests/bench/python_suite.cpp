// SPDX-License-Identifier: MIT
// The cost of Python compared with C and C++, with the libraries of this build.
#include "command_output.hpp"
#include "suites.hpp"

#include "process/program_file.hpp"

#include <ddc/ddc.h>
#include <plant/plant_c.h>
#include <plant/batch.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace bench {
namespace {

constexpr std::size_t entries = 28, cars = 1000;
constexpr int group_calls = 50'000, batch_ms = 300;

/// Debian's Python, for which packages.txt has numpy.
const std::string interpreter = "/usr/bin/python3";

bool can_import(const std::string& module) {
    return std::system((interpreter + " -c 'import " + module + "' 2>/dev/null").c_str()) == 0;
}

double python_side(std::vector<std::string> words) {
    const std::string libraries = gateway::own_directory().parent_path() / "lib";
    std::vector<std::string> line{"env",
                                  "DDC_LIBRARY=" + libraries + "/libddc.so.1",
                                  "PLANT_LIBRARY=" + libraries + "/libplant_c.so.1",
                                  interpreter,
                                  "-B",
                                  PYTHON_SIDE};
    line.insert(line.end(), words.begin(), words.end());
    return std::stod(output_of(line));
}

/// A table and a group through the C interface, which Python uses too.
class CGroup {
  public:
    CGroup() {
        ddc_options options;
        ddc_options_init(&options);
        options.name = name_.c_str();
        require(ddc_open_or_create(&options, &table_));
        require(ddc_group_new(&group_));
        for (std::size_t i = 0; i < entries; ++i) {
            require(ddc_group_add(group_, static_cast<std::int32_t>(100 + i), DDC_TYPE_DOUBLE,
                                  nullptr));
            values_[i].as_double = 0.5 * static_cast<double>(i);
        }
        write();
    }
    ~CGroup() {
        ddc_group_free(group_);
        ddc_close(table_);
        ::shm_unlink(("/ddc." + name_).c_str());
    }
    CGroup(const CGroup&) = delete;
    CGroup& operator=(const CGroup&) = delete;

    void read() { require(ddc_read_group_values(table_, group_, values_, entries)); }
    void write() { require(ddc_write_group_values(table_, group_, values_, entries)); }

  private:
    static void require(int status) {
        if (status != DDC_OK) throw std::runtime_error(ddc_strerror(status));
    }
    std::string name_ = "bench.c." + std::to_string(::getpid());
    ddc_table* table_ = nullptr;
    ddc_group* group_ = nullptr;
    ddc_value values_[entries] = {};
};

Result compare_group(const char* name, const char* what, const char* c_call,
                     void (CGroup::*call)()) {
    CGroup group;
    return compare(
        Measured{name,
                 [&] {
                     return python_side({"table_group", what, std::to_string(entries),
                                         std::to_string(group_calls)});
                 }},
        Measured{c_call, [&] { return ns_per_call(group_calls, [&] { (group.*call)(); }); }}, "ns");
}

/// The commands of cars that are set again at each step.
enum class Commands { none, pedals, all };

/// Cost of a car and a simulated ms; batch_ns() of python_side.py measures the same.
double cpp_ns(Commands commands, int step_ms) {
    const plant::VehicleParams vehicle;
    plant::Batch batch(cars, vehicle, plant::TyreParams{}, plant::SolverParams{});
    std::vector<double> rows(cars * PLANT_BATCH_COMMANDS), states(cars * PLANT_BATCH_STATES);
    const auto share = [](std::size_t car) { return static_cast<double>(car) / cars; };
    for (std::size_t i = 0; i < cars; ++i) {
        batch.reset(i, plant::rolling_state(vehicle, 0.0, 0.0, share(i), 20.0 + 10.0 * share(i)),
                    {});
        double* const row = &rows[i * PLANT_BATCH_COMMANDS];
        row[PLANT_BATCH_STEER_RAD] = 0.02 * share(i);
        row[PLANT_BATCH_THROTTLE] = 0.3;
        row[PLANT_BATCH_GEAR] = 1.0;
    }
    batch.set_commands(rows.data());
    batch.get_states(states.data());
    const plant::SimDuration duration{step_ms * 1'000'000};
    const auto step = [&] {
        if (commands == Commands::none) return batch.step(duration);
        for (std::size_t i = 0; i < cars; ++i) {
            const double* const state = &states[i * PLANT_BATCH_STATES];
            double* const row = &rows[i * PLANT_BATCH_COMMANDS];
            row[PLANT_BATCH_THROTTLE] = 0.3 - 0.001 * state[PLANT_BATCH_VY_MPS];
            if (commands == Commands::all)
                row[PLANT_BATCH_STEER_RAD] =
                    0.02 * share(i) - 0.001 * state[PLANT_BATCH_YAW_RATE_RADPS];
        }
        return batch.step(rows.data(), duration, states.data());
    };
    return ns_per_call(batch_ms / step_ms, [&] { keep(step()); }) / cars / step_ms;
}

Result compare_batch(const char* name, Commands commands, int step_ms, const char* baseline,
                     Commands in_cpp) {
    const std::vector<std::string> words{"car_batch", commands == Commands::all ? "all" : "pedals",
                                         std::to_string(cars), std::to_string(step_ms),
                                         std::to_string(batch_ms / step_ms)};
    return compare(Measured{name, [&] { return python_side(words); }},
                   Measured{baseline, [=] { return cpp_ns(in_cpp, step_ms); }}, "ns");
}

}  // namespace

std::vector<Result> python() {
    if (!can_import("ctypes")) {
        std::fprintf(stderr, "ddc-bench: python: left out, there is no %s\n", interpreter.c_str());
        return {};
    }
    std::vector<Result> results{compare_group("Python: read group of 28 doubles", "read",
                                              "C: ddc_read_group_values", &CGroup::read),
                                compare_group("Python: write group of 28 doubles", "write",
                                              "C: ddc_write_group_values", &CGroup::write)};
    if (!can_import("numpy")) {
        std::fprintf(stderr, "ddc-bench: python: batches are left out, %s has no numpy\n",
                     interpreter.c_str());
        return results;
    }
    const auto add = [&results](const Result& result) { results.push_back(result); };
    add(compare_batch("numpy: step of 1 ms, pedals, car of 1000", Commands::pedals, 1,
                      "C++: the same", Commands::pedals));
    add(compare_batch("numpy: step of 1 ms, all commands, car of 1000", Commands::all, 1,
                      "C++: the same", Commands::all));
    add(compare_batch("numpy: step of 1 ms, pedals, car of 1000", Commands::pedals, 1,
                      "C++: steps alone", Commands::none));
    add(compare_batch("numpy: step of 10 ms, pedals, car of 1000, per ms", Commands::pedals, 10,
                      "C++: steps alone", Commands::none));
    return results;
}

}  // namespace bench
