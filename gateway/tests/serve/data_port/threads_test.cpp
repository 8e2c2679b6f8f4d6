// SPDX-License-Identifier: MIT
// The whole port with the loops that it reads, and clients that send all requests. The thread
// sanitizer finds races.
#include "api/plant_port.hpp"
#include "api/run_port.hpp"
#include "assembly/run_programs.hpp"
#include "child.hpp"
#include "config/load_run_config.hpp"
#include "foxglove/foxglove_publisher.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/plant_recorder.hpp"
#include "plant_server/plant_server.hpp"
#include "raw_client.hpp"
#include "scratch_file.hpp"
#include "socket/udp_socket.hpp"
#include "watchdog.hpp"

#include <ddc/interface/program.hpp>

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <thread>

namespace threads_test {

using namespace gateway;
using namespace gateway::data_port;
using namespace std::chrono_literals;

namespace {

struct Ask {
    const char* method;
    std::string path;
    std::string body;
};

/// Clients that repeat these requests, each on a separate thread, until they are destroyed.
class Clients {
  public:
    Clients(std::uint16_t port, const std::vector<std::vector<Ask>>& of_each)
        : port_(port), rounds_(of_each.size()) {
        for (std::size_t i = 0; i < of_each.size(); ++i)
            threads_.emplace_back([this, asks = of_each[i], &rounds = rounds_[i]] {
                while (!is_over_) {
                    bool is_answered = true;
                    for (const Ask& one : asks) is_answered = ask(one) && is_answered;
                    if (is_answered) ++rounds;
                }
            });
    }
    ~Clients() {
        is_over_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Clients(const Clients&) = delete;
    Clients& operator=(const Clients&) = delete;

    /// Waits until every client has had all its replies that often.
    bool have_had(int rounds) const {
        return std::all_of(rounds_.begin(), rounds_.end(),
                           [&](int done) { return done >= rounds; });
    }

  private:
    /// @return whether there was a reply that is not a server error
    bool ask(const Ask& one) const {
        const ::tests::Client client(port_);
        client.send(std::string(one.method) + " " + one.path +
                    " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                    std::to_string(one.body.size()) + "\r\n\r\n" + one.body);
        const bool is_stream = one.path.rfind("/api/stream", 0) == 0;
        const std::string answer = is_stream ? client.read_until("\n\n") : client.read_to_end();
        return answer.rfind("HTTP/1.1 2", 0) == 0 || answer.rfind("HTTP/1.1 4", 0) == 0;
    }

    std::uint16_t port_;
    std::vector<std::atomic<int>> rounds_;
    std::atomic<bool> is_over_{false};
    std::vector<std::thread> threads_;
};

const std::vector<Ask> looks{{"GET", "/api/state", ""},     {"GET", "/api/state?vehicle=1", ""},
                             {"GET", "/api/config", ""},    {"GET", "/api/stats", ""},
                             {"GET", "/metrics", ""},       {"GET", "/api/log", ""},
                             {"GET", "/api/stream", ""},    {"GET", "/healthz", ""},
                             {"GET", "/api/io/targets", ""}};

/// Gives a steering angle in each cycle until it is killed.
int steering_program(const std::string& table_name, ddc::Id reference_id) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, reference_id, "steering");
    static_cast<void>(program.input<double>("true_velocity"));
    const auto output = program.output<double>("set_steering");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(output, 0.1);
        static_cast<void>(program.end_cycle());
    }
}

/// Viewers that come, subscribe to all there is, are shown some of it, and go.
class Viewers {
  public:
    explicit Viewers(std::uint16_t port) {
        for (std::atomic<int>& visits : visits_)
            threads_.emplace_back([this, port, &visits] {
                while (!is_over_) {
                    look_on(port);
                    ++visits;
                }
            });
    }
    ~Viewers() {
        is_over_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Viewers(const Viewers&) = delete;
    Viewers& operator=(const Viewers&) = delete;

    /// Each has come so often.
    bool have_come(int times) const {
        return std::all_of(visits_.begin(), visits_.end(),
                           [&](int visits) { return visits >= times; });
    }

  private:
    /// A frame that is masked with zeros.
    static std::string text_frame(const std::string& text) {
        return std::string("\x81\xfe") + static_cast<char>(text.size() >> 8U) +
               static_cast<char>(text.size() & 255U) + std::string(4, '\0') + text;
    }
    static void look_on(std::uint16_t port) {
        constexpr int most_channels = 30, frames = 20;
        const ::tests::Client client(port);
        client.send(
            "GET /foxglove HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n");
        client.send(
            text_frame(R"({"op": "subscribeParameterUpdates", "parameterNames": ["paused"]})" +
                       std::string(80, ' ')));
        std::string greeting;
        for (const char* topic : {"/first/", "/second/"})
            if (greeting.find(topic) == std::string::npos) greeting += client.read_until(topic);
        for (int id = 1; id <= most_channels; ++id)
            client.send(text_frame(R"({"op": "subscribe", "subscriptions": [{"id": )" +
                                   std::to_string(id) + R"(, "channelId": )" + std::to_string(id) +
                                   "}]}" + std::string(80, ' ')));
        for (int i = 0; i < frames; ++i) client.read_until("/cog");
    }

    std::array<std::atomic<int>, 2> visits_{};
    std::atomic<bool> is_over_{false};
    std::vector<std::thread> threads_;
};

struct OwnTable {
    std::string name = "port." + std::to_string(::getpid());
    ~OwnTable() { ::shm_unlink(("/ddc." + name).c_str()); }
};

}  // namespace

TEST_CASE("data port: clients send all requests while the loops of a run start, run and end") {
    const ::tests::Watchdog watchdog(120);
    const OwnTable table;
    const ::tests::Child first([&] { return steering_program(table.name, 0x4000); });
    const ::tests::Child second([&] { return steering_program(table.name, 0x5000); });
    const gateway::tests::ScratchFile file(
        ".yaml", "mode: realtime\nddc: {name: " + table.name + "}\nprograms:\n" +
                     "  - {name: first, reference_id: \"0x4000\"}\n" +
                     "  - {name: second, reference_id: \"0x5000\"}\n" +
                     "data_port: {token: none, control: true}\n");
    RunConfig config = load_run_config(file.path());
    RunControl control;
    std::vector<std::unique_ptr<ProtocolPublisher>> publishers;
    publishers.push_back(
        std::make_unique<gateway::foxglove::FoxglovePublisher>(std::vector<std::string>{}));
    RunPort port(config, "", {}, std::move(publishers));
    std::vector<ProgramResult> results;
    std::thread run([&] {
        results = run_programs(config, {nullptr, nullptr}, control,
                               [&](const std::string& text) { port.log(text); }, {{&port}});
    });
    const Clients clients(port.local().port,
                          {looks,
                           {{"GET", "/api/tables", ""},
                            {"GET", "/api/tables/4000", ""},
                            {"GET", "/api/tables/5000", ""}},
                           {{"POST", "/api/io", R"({"vehicle": 1, "throttle": 0.2})"},
                            {"POST", "/api/control", R"({"do": "pause"})"},
                            {"POST", "/api/control", R"({"do": "resume"})"},
                            {"POST", "/api/control", R"({"do": "release"})"}}});
    const Viewers viewers(port.local().port);
    ::tests::await([&] { return clients.have_had(10) && viewers.have_come(10); });
    control.stop = true;
    run.join();
    for (const ProgramResult& result : results) CHECK(result.error == "");
}

namespace {

/// A vdsim_realtime in this process that sends no datagrams.
struct Plant {
    explicit Plant(std::uint16_t force_feedback_port) {
        config.vehicles.assign(2, vdsim::default_plant_vehicle());
        for (std::uint32_t id = 0; id < 2; ++id) {
            config.vehicles[id].options.vehicle_id = id;
            config.vehicles[id].options.destinations.clear();
        }
        config.data_port.emplace();
        config.data_port->needs_token = false;
        config.data_port->force_feedback_port = force_feedback_port;
        vdsim::CmdPort& cmd_port = server.add_port(gateway::make_endpoint("127.0.0.1", 0));
        for (const vdsim::PlantVehicleConfig& vehicle : config.vehicles)
            cmd_port.add(vdsim::create_plant_vehicle(vehicle, 1, nullptr));
        port.emplace(config, "");
        port->begin(server, run, recorder);
        loop = std::thread([this] { server.run(SimTime::max(), control, gate); });
    }

    vdsim::PlantServerConfig config;
    vdsim::PlantServer server{config.pace};
    RunControl control;
    StepGate gate{control, "the vehicles"};
    Controlled run{control, {&gate}};
    PlantRecorder recorder{{}};
    std::optional<PlantPort> port;
    std::thread loop;
};

std::string added(int id) {
    return R"({"vehicle_id": )" + std::to_string(id) + R"(, "model": "bicycle", "safety": {}})";
}

}  // namespace

TEST_CASE("data port: clients add and reset vehicles while a plant's loop runs and ends") {
    const ::tests::Watchdog watchdog(120);
    const gateway::UdpSocket telemetry(gateway::make_endpoint("127.0.0.1", 0));
    std::uint16_t wheel_port = 0;
    {
        const gateway::UdpSocket free(gateway::make_endpoint("127.0.0.1", 0));
        wheel_port = free.local().port;
    }
    Plant sut(wheel_port);
    const gateway::UdpSocket wheel(gateway::make_endpoint("127.0.0.1", 0));
    std::vector<Ask> adds;
    for (int id = 10; id < 20; ++id) adds.push_back({"POST", "/api/vehicles", added(id)});
    const std::string target = R"({"vehicle": 1, "targets": [{"ip": "127.0.0.1", "port": )" +
                               std::to_string(telemetry.local().port) + R"(}], "rate": 200})";
    const Clients clients(sut.port->local().port,
                          {looks,
                           adds,
                           {{"POST", "/api/control", R"({"do": "reset"})"},
                            {"POST", "/api/control", R"({"do": "reset", "vehicle": 1})"},
                            {"POST", "/api/io/targets", target}},
                           {{"POST", "/api/io", R"({"throttle": 0.2})"},
                            {"POST", "/api/control", R"({"do": "pause"})"},
                            {"POST", "/api/control", R"({"do": "step"})"},
                            {"POST", "/api/control", R"({"do": "resume"})"},
                            {"POST", "/api/control", R"({"do": "release"})"}}});
    const std::string steer = R"({"steer": 0.1})";
    ::tests::await([&] {
        static_cast<void>(wheel.send(gateway::make_endpoint("127.0.0.1", wheel_port),
                                     reinterpret_cast<const std::byte*>(steer.data()),
                                     steer.size()));
        return clients.have_had(10);
    });
    sut.control.stop = true;
    sut.loop.join();
    sut.port->end();  // with clients that wait for work that the loop no longer does
    CHECK(sut.server.ports().front()->vehicles().size() == 12);
}

}  // namespace threads_test
