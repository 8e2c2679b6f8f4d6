// SPDX-License-Identifier: MIT
#include "studio_calls.hpp"

#include "http/json_body.hpp"
#include "number/limits.hpp"
#include "studio/draft/schema_texts.hpp"
#include "studio/draft/yaml_json.hpp"
#include "studio/run/awaited_peers.hpp"

#include <ddc/version.h>

#include <nlohmann/json.hpp>

#include <charconv>

namespace gateway::studio {
namespace {

using data_port::Access;
using data_port::Answer;
using data_port::check_keys;
using data_port::json_answer;
using data_port::LaterAnswer;
using data_port::parse_body;
using data_port::Refusal;
using data_port::Response;
using nlohmann::json;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// An entry of the page Begin. It is listed only if its file exists.
struct Example {
    const char* id;
    const char* title;
    const char* text;
    const char* kind;
    const char* file;
};
constexpr Example examples[] = {
    {"route", "Drive the demo's route",
     "The autopilot follows a route in measured mode, and its trace is recorded.", "run",
     "programs/demo/autopilot.yaml"},
    {"hand", "Drive by hand", "The autopilot drives in real time; you can take over.", "run",
     "programs/demo/web.yaml"},
    {"udp", "A car over UDP", "Simulated vehicles that speak VDS1.", "vdsim_realtime",
     "programs/vdsim_realtime/two_vehicles.yaml"},
    {"recording", "Open a recording", "A recording or trace of a run, as charts and in 3D.",
     "recording", ""},
};

std::string to_text(const ordered_json& document) {
    return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string text_in(const json& body, const char* key) {
    const auto found = body.find(key);
    if (found == body.end() || !found->is_string())
        throw Refusal(400, std::string(key) + ": is missing, or is not a string");
    return found->get<std::string>();
}

std::string text_in(const json& body, const char* key, const std::string& usual) {
    return body.contains(key) ? text_in(body, key) : usual;
}

ordered_json listed_examples(const Folder& folder) {
    auto list = ordered_json::array();
    for (const Example& example : examples) {
        std::error_code error;
        const bool is_there = *example.file == '\0' ||
                              std::filesystem::is_regular_file(folder.root() / example.file, error);
        if (is_there)
            list.push_back({{"id", example.id},
                            {"title", example.title},
                            {"text", example.text},
                            {"kind", example.kind},
                            {"file", example.file}});
    }
    return list;
}

/// Splits "3/stop" into "3" and "stop".
std::pair<std::string, std::string> split(const std::string& tail) {
    const std::size_t slash = std::min(tail.find('/'), tail.size());
    return {tail.substr(0, slash), tail.substr(std::min(slash + 1, tail.size()))};
}

std::uint64_t number_in(const data_port::Target& target, const char* name) {
    const std::string* text = target.find(name);
    std::uint64_t value = 0;
    if (text == nullptr) return value;
    const char* const end = text->data() + text->size();
    const auto read = std::from_chars(text->data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || text->empty())
        throw Refusal(400, std::string(name) + ": must be a whole number, at least 0");
    return value;
}

Response created(const StudioRun& run) {
    Response answer = json_answer(to_text({{"id", std::to_string(run.id())}}));
    answer.status = 201;
    return answer;
}

/// A peer on another machine may send its STATEs to any of this machine's addresses.
vds1::ClientOptions peer_in(const json& body) {
    vds1::ClientOptions options;
    double cmd_port = options.peer_port, state_port = options.local_port;
    data_port::read_number(body, "cmd_port", limits::port.min, limits::port.max, cmd_port);
    data_port::read_number(body, "state_port", limits::port.min, limits::port.max, state_port);
    options.peer_address = text_in(body, "host", options.peer_address);
    options.peer_port = static_cast<std::uint16_t>(cmd_port);
    options.local_port = static_cast<std::uint16_t>(state_port);
    try {
        if (!is_loopback(make_endpoint(options.peer_address, 0))) options.local_address = "0.0.0.0";
    } catch (const std::invalid_argument& error) {
        throw Refusal(400, std::string("host: ") + error.what());
    }
    return options;
}

std::shared_ptr<Peers> open_peer(const vds1::ClientOptions& options) {
    try {
        return std::make_shared<Peers>(options);
    } catch (const std::exception& error) {  // such as a port in use
        throw Refusal(409, error.what());
    }
}

Response schemas() {
    std::string text;
    for (const auto& [name, schema] : schema_texts())
        text += (text.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + std::string(schema);
    return json_answer(text + "}");
}

}  // namespace

void StudioCalls::add_to(data_port::Router& router) {
    const auto add = [&](const char* method, const char* path, auto answer) {
        router.add({method, path, Access::token, std::move(answer)});
    };
    router.add({"GET", "/healthz", Access::anyone,
                [](const Call&) { return json_answer("{\"ok\":true,\"studio\":true}"); }});
    add("GET", "/api/studio", [this](const Call&) { return about(); });
    add("GET", "/api/studio/schemas", [](const Call&) { return schemas(); });
    add("GET", "/api/studio/file", [this](const Call& call) { return file(call); });
    add("PUT", "/api/studio/file", [this](const Call& call) { return save(call); });
    add("POST", "/api/studio/validate", [this](const Call& call) { return validate(call); });
    add("POST", "/api/studio/yaml", [this](const Call& call) { return convert(call); });
    add("GET", "/api/studio/runs", [this](const Call&) { return json_answer(runs_.to_json()); });
    add("POST", "/api/studio/runs", [this](const Call& call) { return start(call); });
    add("GET", "/api/studio/runs/*", [this](const Call& call) { return run(call); });
    add("POST", "/api/studio/runs/*", [this](const Call& call) { return stop(call); });
    add("POST", "/api/studio/attach", [this](const Call& call) { return attach(call); });
    router.add({"GET", "/api/stream", Access::token,
                [this](const Call& call) { return forward(call); }, true});
    add("GET", "/api/*", [this](const Call& call) { return forward(call); });
    add("POST", "/api/*", [this](const Call& call) { return forward(call); });
    add("GET", "/metrics", [this](const Call& call) { return forward(call); });
}

Answer StudioCalls::about() const {
    auto files = ordered_json::array();
    for (const ListedFile& file : folder_.files())
        files.push_back({{"path", file.path}, {"kind", file.kind}});
    return json_answer(to_text({{"folder", folder_.root().string()},
                                {"version", DDC_VERSION},
                                {"examples", listed_examples(folder_)},
                                {"files", files}}));
}

Answer StudioCalls::file(const Call& call) const {
    const std::string* path = call.target.find("path");
    if (path == nullptr) throw Refusal(400, "needs ?path=FILE, a file in the folder");
    try {
        return json_answer(ordered_json{{"path", *path}, {"yaml", folder_.read(*path)}}.dump());
    } catch (const json::type_error&) {  // saving it would change its bytes
        throw Refusal(422, "'" + *path + "' is not UTF-8 text");
    }
}

Answer StudioCalls::save(const Call& call) const {
    const json body = parse_body(call.request.body);
    check_keys(body, {"path", "yaml"});
    const std::string path = text_in(body, "path");
    const bool is_new = folder_.save(path, text_in(body, "yaml"));
    Response answer = json_answer(to_text({{"path", path}}));
    answer.status = is_new ? 201 : 200;
    return answer;
}

Answer StudioCalls::validate(const Call& call) const {
    const json body = parse_body(call.request.body);
    check_keys(body, {"kind", "yaml", "path"});
    const DraftFile draft(folder_.place_of(text_in(body, "path", "")), text_in(body, "yaml"));
    const ValidationResult result = validate_draft(folder_, text_in(body, "kind"), draft);
    return json_answer("{\"problems\":" + to_json(result.problems) + "}");
}

Answer StudioCalls::convert(const Call& call) const {
    const json body = parse_body(call.request.body);
    check_keys(body, {"yaml", "value"});
    if (body.contains("value") == body.contains("yaml"))
        throw Refusal(400, "needs either yaml or value, not both");
    if (body.contains("value")) {  // parsed again, to keep the order of the keys
        const auto value = ordered_json::parse(call.request.body)["value"];
        return json_answer(to_text({{"yaml", to_yaml(value)}}));
    }
    Problems problems;
    const ordered_json value = to_json(text_in(body, "yaml"), problems);
    if (!problems.empty()) refuse(problems);
    return json_answer(to_text({{"value", value}}));
}

Answer StudioCalls::start(const Call& call) {
    const json body = parse_body(call.request.body);
    check_keys(body, {"kind", "yaml", "name", "path", "pace"});
    const std::string path = text_in(body, "path", "");
    RunOrder order;
    order.kind = text_in(body, "kind");
    order.yaml = text_in(body, "yaml");
    order.place = folder_.place_of(path);
    order.name = text_in(body, "name", path);
    if (body.value("pace", json()) == 0)
        order.pace = 0;
    else
        data_port::read_number(body, "pace", limits::time_scale.min, limits::time_scale.max,
                               order.pace);
    return created(runs_.start(order));
}

Answer StudioCalls::run(const Call& call) const {
    const auto [id, what] = split(call.tail);
    const StudioRun& run = runs_.find(id);
    if (what.empty())
        return json_answer(to_text(run.to_json_in_full(number_in(call.target, "after"))));
    if (what != "trace") throw Refusal(404, "there is no such path");
    return Response{200, "text/csv", trace_text(run.record(), number_in(call.target, "vehicle"))};
}

Answer StudioCalls::stop(const Call& call) {
    const auto [id, what] = split(call.tail);
    StudioRun& run = runs_.find(id);
    if (what != "stop") throw Refusal(404, "there is no such path");
    run.stop();
    return json_answer(to_text(to_json(run.record())));
}

Answer StudioCalls::attach(const Call& call) {
    constexpr std::chrono::milliseconds attach_timeout{2500};
    const json body = parse_body(call.request.body);
    check_keys(body, {"host", "cmd_port", "state_port"});
    const vds1::ClientOptions options = peer_in(body);
    const std::string name = options.peer_address + ":" + std::to_string(options.peer_port);
    const auto peers = std::make_shared<AwaitedPeers>(open_peer(options));
    LaterAnswer later;
    later.deadline = Clock::now() + attach_timeout;
    later.begin = [peers](boost::asio::io_context& context, data_port::Wake wake) {
        peers->begin(context, std::move(wake));
    };
    later.poll = [this, name, peers, options, until = later.deadline]() -> std::optional<Answer> {
        peers->update();
        try {
            if (peers->peers()->have_states()) return created(runs_.attach(name, peers->peers()));
        } catch (const Refusal& refusal) {  // such as too many runs
            return data_port::problem(refusal.status, refusal.what());
        }
        if (Clock::now() < until) return std::nullopt;
        return data_port::problem(504,
                                  "no STATE at port " + std::to_string(options.local_port) +
                                      " within 2.5 s; make the peer send its STATEs to this port");
    };
    return later;
}

Answer StudioCalls::forward(const Call& call) const {
    if (call.target.path.rfind("/api/studio/", 0) == 0) throw Refusal(404, "there is no such path");
    const std::string* id = call.target.find("run");
    return (id != nullptr ? runs_.find(*id) : runs_.latest()).answer(call);
}

}  // namespace gateway::studio
