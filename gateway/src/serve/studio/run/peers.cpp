// SPDX-License-Identifier: MIT
#include "peers.hpp"

#include "api/run_calls.hpp"
#include "api/state_text.hpp"
#include "http/json_body.hpp"
#include "studio/draft/yaml_json.hpp"

#include <ddc/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace gateway::studio {
namespace {

using data_port::Answer;
using data_port::EventStream;
using data_port::Refusal;
using data_port::Response;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// Time between calls of update().
constexpr std::chrono::milliseconds update_period{20};

}  // namespace

Peers::Peers(const vdsim::PlantServerConfig& config) {
    if (config.bind != "0.0.0.0") address_ = config.bind;
    std::vector<std::uint16_t> ports;  // in the order in which the process opens them
    for (const auto& vehicle : config.vehicles) {
        auto port = std::find(ports.begin(), ports.end(), vehicle.cmd_port);
        if (port == ports.end()) port = ports.insert(port, vehicle.cmd_port);
        planned_.push_back({vehicle.options.vehicle_id,
                            static_cast<std::size_t>(port - ports.begin()),
                            std::make_unique<UdpSocket>(make_endpoint("127.0.0.1", 0))});
    }
}

Peers::Peers(const vds1::ClientOptions& options) {
    vehicles_.push_back(std::make_unique<PeerVehicle>("vehicle 0", options, true));
}

std::string Peers::with_studio_as_receiver(const std::string& yaml) const {
    Problems problems;
    ordered_json document = to_json(yaml, problems);
    ordered_json* const vehicles =
        document.is_object() && document.contains("vehicles") ? &document["vehicles"] : nullptr;
    if (vehicles == nullptr || !vehicles->is_array() || vehicles->size() != planned_.size())
        return yaml;
    for (std::size_t i = 0; i < planned_.size(); ++i) {
        ordered_json& vehicle = (*vehicles)[i];
        if (!vehicle.is_object()) return yaml;
        ordered_json& state = vehicle["state"];
        if (!state.is_array()) state = ordered_json::array();
        state.push_back(
            {{"port", planned_[i].socket->local().port}, {"version", vds1::newest_version}});
    }
    return to_yaml(document);
}

void Peers::open(const std::vector<std::uint16_t>& cmd_ports) {
    for (Planned& planned : planned_) {
        vds1::ClientOptions options;
        options.peer_address = address_;
        options.peer_port = cmd_ports.at(planned.port);
        options.local_port = planned.socket->local().port;
        options.vehicle_id = planned.vehicle_id;
        options.look_period = update_period;
        planned.socket.reset();
        vehicles_.push_back(std::make_unique<PeerVehicle>(
            "vehicle " + std::to_string(planned.vehicle_id), options, false));
    }
}

void Peers::update(SteadyTime now) {
    bool has_news = false;
    for (const auto& vehicle : vehicles_) {
        const std::uint64_t before = vehicle->count();
        vehicle->update(now);
        has_news = has_news || vehicle->count() != before;
    }
    if (!has_news) return;
    for (const data_port::Wake& wake : streams_) wake();
}

void Peers::close() {
    vehicles_.clear();
    planned_.clear();
}

bool Peers::have_states() const {
    return !vehicles_.empty() && std::all_of(vehicles_.begin(), vehicles_.end(),
                                             [](const auto& v) { return v->has_state(); });
}

bool Peers::have_unique_ids() const {
    std::set<std::uint32_t> ids;
    for (const Planned& planned : planned_) ids.insert(planned.vehicle_id);
    return ids.size() == planned_.size();
}

/// The vehicle's id at the process's data port; without unique ids the index.
std::uint64_t Peers::id_of(std::size_t index) const {
    return index < planned_.size() && have_unique_ids() ? planned_[index].vehicle_id : index;
}

std::optional<std::size_t> Peers::chosen(const std::string* name) const {
    if (vehicles_.empty())
        throw Refusal(503, "this run has not announced its ports yet; try again later");
    if (name == nullptr) return 0;
    for (std::size_t i = 0; i < vehicles_.size(); ++i)
        if (*name == std::to_string(id_of(i)) || *name == vehicles_[i]->name()) return i;
    return std::nullopt;
}

std::optional<Answer> Peers::answer(const data_port::Call& call) {
    const std::string &path = call.target.path, &method = call.request.method;
    if (path == "/api/io" && method == "POST") return drive(call.request.body);
    if (path != "/api/io" && path != "/api/state" && path != "/api/stream") return std::nullopt;
    const auto vehicle = chosen(call.target.find("vehicle"));
    if (!vehicle) return std::nullopt;
    if (path == "/api/stream") return stream(*vehicle, data_port::stream_rate_hz(call.target));
    return data_port::json_answer(state(*vehicle));
}

template <class Write>
void Peers::write_each(data_port::JsonText& json, const char* key, const Write& write) const {
    json.key(key).open('{');
    for (std::size_t i = 0; i < vehicles_.size(); ++i)
        write(*vehicles_[i], std::to_string(id_of(i)));
    json.close('}');
}

std::string Peers::state(std::size_t index) const {
    const SteadyTime now = Clock::now();
    data_port::JsonText json;
    json.open('{');
    vehicles_[index]->write(json, now, is_paused_);
    json.member("veh", id_of(index)).member("live_vid", id_of(0)).key("vehicles").open('[');
    for (std::size_t i = 0; i < vehicles_.size(); ++i) json.number(id_of(i));
    json.close(']');
    write_each(json, "fleet_driver", [&](const PeerVehicle& v, const std::string& id) {
        json.key(id).flag(!v.is_driven(now));
    });
    write_each(json, "fleet_spec",
               [&](const PeerVehicle&, const std::string& id) { json.key(id).word("remote"); });
    write_each(json, "fleet_cmd", [&](const PeerVehicle& v, const std::string& id) {
        data_port::write_pedals(json, id.c_str(), v.held_pedals());
    });
    write_each(json, "fleet", [&](const PeerVehicle& v, const std::string& id) {
        json.key(id).open('{');
        v.write_place(json, now);
        json.close('}');
    });
    return json.close('}').take();
}

/// Properties that a peer does not report are null.
Response Peers::config(const std::string& text) const {
    auto vehicles = ordered_json::array();
    for (std::size_t i = 0; i < vehicles_.size(); ++i)
        vehicles.push_back({{"id", id_of(i)},
                            {"name", vehicles_[i]->name()},
                            {"model", nullptr},
                            {"control", true},
                            {"geometry", nullptr},
                            {"route", nullptr},
                            {"ground", nullptr},
                            {"signals", ordered_json::array()}});
    const ordered_json json{{"version", DDC_VERSION}, {"mode", "realtime"},
                            {"duration_s", nullptr},  {"control", true},
                            {"vehicles", vehicles},   {"yaml", text}};
    return data_port::json_answer(
        json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

std::optional<Response> Peers::drive(const std::string& text) {
    nlohmann::json body = data_port::parse_body(text);
    data_port::check_keys(body, {"vehicle", "throttle", "brake", "steer", "gear", "handbrake"});
    const auto named = body.find("vehicle");
    const std::string name = named == body.end()  ? std::string()
                             : named->is_string() ? named->get<std::string>()
                                                  : named->dump();
    const auto index = chosen(named == body.end() ? nullptr : &name);
    if (!index) return std::nullopt;
    vehicles_[*index]->drive(body, Clock::now());
    return data_port::json_answer(state(*index));
}

EventStream Peers::stream(std::size_t index, double rate_hz) {
    EventStream stream;
    stream.events_per_s = rate_hz;
    stream.longest_silence = data_port::longest_silence_of_stream;
    stream.begin = [self = shared_from_this()](const data_port::Wake& wake) {
        auto& all = self->streams_;
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [](const auto& each) { return !each.is_wanted(); }),
                  all.end());
        all.push_back(wake);
    };
    stream.next = [self = shared_from_this(), index, sent = std::uint64_t{0},
                   at = SteadyTime{}]() mutable -> std::optional<std::string> {
        if (self->vehicles_.empty()) return std::nullopt;
        const std::uint64_t count = self->vehicles_[index]->count();
        const SteadyTime now = Clock::now();
        if (count == sent && now - at < data_port::longest_silence_of_stream) return std::nullopt;
        sent = count;
        at = now;
        return self->state(index);
    };
    return stream;
}

}  // namespace gateway::studio
