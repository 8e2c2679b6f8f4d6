// SPDX-License-Identifier: MIT
#include "foxglove_outlet.hpp"

#include "../../data_port/port.hpp"
#include "../../run/factories.hpp"
#include "viewer.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace gateway::foxglove {
namespace {

bool is_of_names(unsigned char c) {
    return (std::isalnum(c) != 0 && c < 128) || c == '_';
}

/// What the topics of one of several programs begin with: its name, if topics may have such names.
std::string prefix_of(const ProgramRun& run) {
    if (!run.config.is_list) return {};
    std::string name = run.program.name;
    if (std::all_of(name.begin(), name.end(), is_of_names)) return "/" + name;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !is_of_names(c); }, '_');
    return "/" + name + "_" + std::to_string(run.index);
}

/// Whether a viewer came with the token. Where none is asked for, a page of another place has none.
bool may_act(const data_port::Call& call, const data_port::Port& port) {
    const data_port::Request& request = call.request;
    const bool is_own = request.origin.empty() || request.origin == "http://" + request.host;
    return call.has_token && (is_own || !port.guard.token.empty());
}

}  // namespace

void FoxgloveOutlet::add_to(data_port::Port& port) {
    using data_port::Access;
    using data_port::Call;
    viewers_.emplace(port.view, port.log, world_);
    port.router.add(
        {"GET", "/foxglove", Access::local,
         [this, &port](const Call& call) {
             return open_web_socket(
                 call.request, {std::begin(protocol_names), std::end(protocol_names)},
                 [&] { return std::make_shared<Viewer>(*viewers_, may_act(call, port)); });
         },
         true, origins_});
    port.router.add({"GET", "/api/viewers", Access::local,
                     [this](const Call&) { return data_port::json_answer(viewers_->to_json()); }});
}

std::unique_ptr<Observer> FoxgloveOutlet::look_at(const ProgramRun& run, const Assembly& assembly) {
    const std::string prefix = prefix_of(run);
    auto feed = std::make_shared<LiveFeed>(prefix);
    auto observer = create_recorder(run, assembly, feed);
    viewers_->add({std::move(feed), run.index, prefix, frame_of(run)});
    return observer;
}

}  // namespace gateway::foxglove
