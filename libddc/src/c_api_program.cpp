// SPDX-License-Identifier: MIT
#include "c_api.hpp"

#include <ddc/run_program.hpp>

#include <atomic>
#include <cstdio>
#include <stdexcept>

namespace {

/// The `stopped` flag of the body that runs; null before.
std::atomic<const std::atomic<bool>*> stopped_flag{nullptr};

void run_body(ddc_program_body body, const ddc::ProgramStart& start) {
    stopped_flag = &start.stopped;
    ddc_table table{ddc::Table::open_or_create()};
    const int status = body(&table, start.reference_id);
    if (status == DDC_OK) return;
    if (status >= DDC_NOT_FOUND) throw std::runtime_error(ddc_strerror(status));
    throw std::runtime_error(table.table.explain(static_cast<ddc::Status>(status)));
}

}  // namespace

extern "C" {

int ddc_run_program(int argc, char** argv, const char* purpose, const char* version,
                    ddc_program_body body) {
    if (argv == nullptr || purpose == nullptr || version == nullptr || body == nullptr) {
        std::fputs("ddc_run_program: an argument is NULL\n", stderr);
        return 2;
    }
    return ddc::run_program(argc, argv, {purpose, version},
                            [body](const ddc::ProgramStart& start) { run_body(body, start); });
}

bool ddc_program_stopped(void) {
    const std::atomic<bool>* flag = stopped_flag;
    return flag != nullptr && *flag;
}

}  // extern "C"
