// SPDX-License-Identifier: MIT
// Bytes as a request to the data port. Every one is answered, with JSON where the answer says so.
#include "data_port/run_calls.hpp"
#include "data_port/target_calls.hpp"
#include "request_bytes.hpp"

#include <cstddef>
#include <cstdint>

using namespace gateway;
using namespace gateway::data_port;

namespace {

VehicleFacts facts_of(std::size_t id, const char* name) {
    VehicleFacts facts;
    facts.id = id;
    facts.name = name;
    facts.vehicle.emplace();
    facts.reference_id = 0x4000;
    facts.cmd_timeout = std::chrono::seconds(1);
    return facts;
}

RunView view_of_two() {
    RunFacts run;
    run.text = "mode: measured";
    RunView view(run);
    view.add(facts_of(0, "first")).facts.refusal = "not this one";
    view.add(facts_of(1, "second"));
    return view;
}

/// A run of two vehicles before their programs are there; the second may be driven.
struct Port {
    RunControl control;
    Controlled run{control, {}, true, {}};
    RunView view = view_of_two();
    LogBoard log;
    RunCalls calls{view, log};
    Telemetry telemetry{view, {}};
    TargetCalls targets{view, telemetry, DataPortConfig{}};
    Router router{{"0123456789abcdef", true}, {}};

    Port() {
        view.run = &run;
        calls.add_to(router);
        calls.add_tables_to(router);
        targets.add_to(router);
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Port port;
    Answer answer = port.router.answer(
        fuzz::request_of(std::string(reinterpret_cast<const char*>(data), size)));
    while (answer.later)
        if (auto next = answer.later()) answer = std::move(*next);
    fuzz::check(answer);
    return 0;
}
