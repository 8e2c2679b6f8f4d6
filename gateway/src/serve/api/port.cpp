// SPDX-License-Identifier: MIT
#include "port.hpp"

namespace gateway::data_port {
namespace {

Guard guard_of(const DataPortConfig& config) {
    Guard guard;
    guard.is_loopback = is_loopback(make_endpoint(config.bind, 0));
    if (config.needs_token) guard.token = config.token.empty() ? make_token() : config.token;
    return guard;
}

RunView view_of(RunFacts facts, std::vector<VehicleFacts> vehicles) {
    RunView view(std::move(facts));
    for (VehicleFacts& vehicle : vehicles) view.add(std::move(vehicle));
    return view;
}

}  // namespace

Port::Port(RunFacts facts, std::vector<VehicleFacts> vehicles, const DataPortConfig& config,
           Page page)
    : guard(guard_of(config)),
      view(view_of(std::move(facts), std::move(vehicles))),
      telemetry(view, config.telemetry),
      targets(view, telemetry, config),
      router(guard, std::move(page)),
      local(make_endpoint(config.bind, config.port)),
      server(std::make_unique<Server>(local)) {
    local = server->local();
    if (config.force_feedback_port) wheel.emplace(view, *config.force_feedback_port);
    calls.add_to(router);
    targets.add_to(router);
}

void Port::begin(const Controlled& controlled) {
    run.emplace(controlled);
    view.run = &*run;
    if (wheel) server->watch(wheel->descriptor(), [this] { wheel->handle_datagrams(); });
    server->report_to(
        [this](const LogMessage& message) { log.add(error_of("web", message.text)); });
    server->watch(view.descriptor(), [this] { view.wake_waiters(); });
    server->start([this](const Request& request) { return router.answer(request); },
                  [this] { return telemetry.work(); });
}

void Port::end() noexcept {
    server.reset();
    view.run = nullptr;
}

}  // namespace gateway::data_port
