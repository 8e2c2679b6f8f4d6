// SPDX-License-Identifier: MIT
#include "foxglove_publisher.hpp"

#include "api/port.hpp"
#include "assembly/factories.hpp"
#include "layout.hpp"
#include "mcap/message_sinks.hpp"
#include "plant_server/plant_recorder.hpp"

#include <algorithm>
#include <cctype>

namespace gateway::foxglove {
namespace {

bool is_of_names(unsigned char c) {
    return (std::isalnum(c) != 0 && c < 128) || c == '_';
}

/// The prefix of a program's topics in a run of several programs: its name, with characters
/// replaced that topics cannot have.
std::string prefix_of(const ProgramRun& run) {
    if (!run.config.is_list) return {};
    std::string name = run.program.name;
    if (std::all_of(name.begin(), name.end(), is_of_names)) return "/" + name;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !is_of_names(c); }, '_');
    return "/" + name + "_" + std::to_string(run.index);
}

}  // namespace

void FoxglovePublisher::add_to(data_port::Port& port) {
    port_ = &port;
    source_.emplace(port.view, port.log, world_);
    port.log.set_clock([this] { return source_->now(); });
    port.log.set_bell(port.view.bell());
    viewers_.emplace(*source_).serve_at(port.router, port.guard, origins_);
    port.router.add({"GET", "/api/foxglove_layout", data_port::Access::local,
                     [this](const data_port::Call&) { return layout(); }});
}

data_port::Answer FoxglovePublisher::layout() {
    viewers_->pump();  // adds the topics of programs that have connected
    return data_port::json_answer(layout_of(viewers_->topics(), source_->vehicles()));
}

std::unique_ptr<Observer> FoxglovePublisher::attach(const ProgramRun& run,
                                                    const Assembly& assembly) {
    const std::string prefix = prefix_of(run);
    auto feed = std::make_shared<LiveFeed>(prefix, port_->view.bell());
    assembly.sinks->add_sink(feed);
    source_->add({std::move(feed), {{run.index, prefix, frame_of(run)}}});
    return nullptr;
}

void FoxglovePublisher::attach(PlantRecorder& recorder) {
    ViewedLoop loop{std::make_shared<LiveFeed>("", port_->view.bell()), {}};
    recorder.add_sink(loop.feed);
    for (const PlantRecorder::Named& each : recorder.vehicles()) {
        const auto* viewed = port_->view.find(std::to_string(each.vehicle->id()));
        loop.vehicles.push_back({viewed->index, each.prefix, each.frame});
    }
    source_->add(std::move(loop));
}

}  // namespace gateway::foxglove
