// SPDX-License-Identifier: MIT
// Bytes as a request to the data port: lines `METHOD TARGET`, `Host`, `Origin`, `Authorization` and
// `Cookie`, the rest its body. Every one is answered, with JSON where the answer says so.
#include "data_port/run_calls.hpp"
#include "data_port/target_calls.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace gateway;
using namespace gateway::data_port;

namespace {

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

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

std::string take_line(std::string& text) {
    const std::size_t end = text.find('\n');
    std::string line = text.substr(0, end);
    text.erase(0, end == std::string::npos ? end : end + 1);
    return line;
}

Request request_of(std::string text) {
    Request request;
    const std::string first = take_line(text);
    const std::size_t space = std::min(first.find(' '), first.size());
    request.method = first.substr(0, space);
    request.target = first.substr(std::min(space + 1, first.size()));
    request.host = take_line(text);
    request.origin = take_line(text);
    request.authorization = take_line(text);
    request.cookie = take_line(text);
    request.body = std::move(text);
    return request;
}

void check(const Answer& answer) {
    expect(answer.status >= 200 && answer.status < 600, "an answer has a status");
    expect(answer.status != 500, "no request fails by itself");
    for (const auto& [name, value] : answer.headers)
        expect((name + value).find_first_of("\r\n") == std::string::npos,
               "no header holds another one");
    if (answer.next_event) {
        for (int i = 0; i < 2; ++i)
            if (const auto event = answer.next_event())
                expect(event->find('\n') == std::string::npos, "an event is a line");
    } else if (answer.type.find("json") != std::string::npos) {
        expect(nlohmann::json::accept(answer.body), "JSON is JSON");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Port port;
    Answer answer =
        port.router.answer(request_of(std::string(reinterpret_cast<const char*>(data), size)));
    while (answer.later)
        if (auto next = answer.later()) answer = std::move(*next);
    check(answer);
    return 0;
}
