// SPDX-License-Identifier: MIT
// Counts the allocations of the gateway's side of a cycle. A separate executable, since it replaces
// the global operator new.
#include "count_allocations.hpp"

#include "command.hpp"

#include "child.hpp"
#include "cycle/realtime_program.hpp"
#include "cycle/supervisor.hpp"
#include "loop/arbiter.hpp"
#include "loop/loop.hpp"
#include "manual/gamepad/gamepad_controller.hpp"
#include "mcap/recording_file.hpp"
#include "mcap/run_recorder.hpp"
#include "montisim_bridge/session.hpp"
#include "network/networked_program.hpp"
#include "observer/realtime_evidence.hpp"
#include "observer/status_entries.hpp"
#include "observer/trace_recorder.hpp"
#include "pad_events.hpp"
#include "pipe.hpp"
#include "plant_server/plant_recorder.hpp"
#include "plant_server/plant_server.hpp"
#include "platform/sim_vehicle.hpp"
#include "safety/filter_chain.hpp"
#include "shared_time/shared_pacer.hpp"
#include "shared_time/shared_vehicle.hpp"
#include "shared_time/traffic.hpp"
#include "socket/udp_socket.hpp"
#include "summary/realtime_statistics.hpp"
#include "summary/run_statistics.hpp"
#include "summary/summary.hpp"
#include "time/measured_pacer.hpp"
#include "time/realtime_pacer.hpp"
#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>
#include <gateway/protocol/vds1/client.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace allocation_test {

using tests::allocations;

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using interface::BasicType;
using interface::DataType;

/// Signals and messages of every kind and ports of other names, until it is killed.
int every_signal_program(const ddc::TableOptions& options) {
    ddc::Table table = ddc::Table::open(options);
    interface::Program program(table, 0x4000, "every_signal");
    using Points = std::array<double, 10>;
    for (const char* name : {"true_velocity", "true_compass", "steering", "gas", "braking"})
        program.input<double>(name);
    for (const char* name :
         {"simulated_time", "true_yaw_rate", "cross_track_error", "heading_error",
          "curvature_ahead", "distance_to_end", "speed_limit", "vehicle_ahead_distance",
          "vehicle_ahead_velocity", "mapped", "followed"})
        program.input<double>(name);
    program.input<bool>("at_target");
    program.input<interface::Vec2>("true_acceleration");
    program.input<interface::Vec3>("true_attitude");
    static_cast<void>(program.input_output<std::int32_t>("both"));
    program.input<interface::Vec2>("true_position");
    program.input<std::int32_t>("trajectory_length");
    program.input<Points>("trajectory_x");
    program.input<Points>("trajectory_y");
    using Angles = std::tuple<double, double, double>;
    program.input<Angles>(
        "vehicle_odometry",
        interface::struct_of("VehicleOdometry", {{"velocity_mps", BasicType::q},
                                                 {"front_wheel_angle_rad", BasicType::q},
                                                 {"rear_wheel_angle_rad", BasicType::q}}));
    for (const char* name : {"set_steering", "set_braking"}) program.output<double>(name);
    const DataType code = BasicType::n, flag = BasicType::boolean;
    using State = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                             bool, bool>;
    program.output<State>("vehicle_state_command",
                          interface::struct_of("VehicleStateCommand", {{"blinker", code},
                                                                       {"headlight", code},
                                                                       {"wiper", code},
                                                                       {"gear", code},
                                                                       {"mode", code},
                                                                       {"hand_brake", flag},
                                                                       {"horn", flag}}));
    program.publish();
    for (;;)
        if (program.begin_cycle(ddc::Clock::now() + 1s) == ddc::Status::ok)
            static_cast<void>(program.end_cycle());
}

/// With the uses of the ports of other names.
gateway::ProgramOptions every_port() {
    const auto* velocity = interface::find_signal("true_velocity");
    const auto series = std::make_shared<gateway::TimeSeries>(
        std::vector<gateway::SimTime>{0s, 1s}, std::vector<double>{0, 1}, gateway::Between::linear);
    gateway::ProgramOptions options;
    auto& rules = options.ports.rules;
    rules.resize(3);
    rules[0].port = "mapped";
    rules[0].use = gateway::SignalUse{velocity, {2, 1}};
    rules[1].port = "followed";
    rules[1].use = gateway::SeriesUse{series};
    rules[2].port = "both";
    rules[2].input = gateway::ConstantUse{"3"};
    rules[2].output = gateway::RecordUse{};
    return options;
}

/// Stores the number of allocations after each cycle.
struct AllocationObserver : gateway::Observer {
    void after_cycle(const gateway::CycleRecord&) override {
        if (cycles < counted.size()) counted[cycles++] = allocations();
    }
    std::array<std::size_t, 100> counted{};
    std::size_t cycles = 0;
};

std::unique_ptr<gateway::Vehicle> car() {
    return std::make_unique<gateway::SimVehicle>(
        std::make_unique<plant::SimSession>(plant::create_seven_dof(), plant::create_flat_ground(),
                                            plant::SessionConfig{}),
        gateway::SimTime(1ms));
}

/// A car on a route; no controller, pacer and observers yet.
gateway::RunParts parts_on(const gateway::Route& route) {
    gateway::RunParts parts;
    parts.vehicle = car();
    parts.route = std::make_unique<gateway::RouteTracker>(&route);
    return parts;
}

const AllocationObserver& add_counter(gateway::RunParts& parts) {
    auto counter = std::make_unique<AllocationObserver>();
    const AllocationObserver& result = *counter;
    parts.observers.push_back(std::move(counter));
    return result;
}

std::shared_ptr<gateway::RecordingFile> recording_of(const std::filesystem::path& file) {
    return std::make_shared<gateway::RecordingFile>(std::make_shared<gateway::OutputFile>(file),
                                                    [](const std::string&) {});
}

/// Messages of all that a run can be recorded as.
std::unique_ptr<gateway::RunRecorder> recorder(const std::filesystem::path& file,
                                               const gateway::ProgramConnection& link,
                                               gateway::RunParts& parts, gateway::CommandTap& tap) {
    gateway::Filters filters =
        gateway::create_filters({gateway::vehicle_interface::SafetyOptions{}, 2.7, nullptr});
    const gateway::SafetyFilter* safety = filters.safety;
    parts.filters = std::move(filters.chain);
    parts.filters.set_tap(tap);
    const auto recording = recording_of(file);
    auto scene = std::make_unique<gateway::SceneRecorder>(
        *recording, gateway::SceneFacts{"", "lead", "cog", nullptr, nullptr,
                                        gateway::WorldOrigin{48.5, 9.25, 400}});
    return std::make_unique<gateway::RunRecorder>(
        recording,
        gateway::RunRecorder::Sources{link.inputs(), link.outputs(), &tap, safety, "cog"},
        std::vector<gateway::RunRecorder::Numbers>{
            {"/timing", "ddc_msgs/msg/Timing", gateway::standard_columns(*parts.route)}},
        std::move(scene));
}

TEST_CASE("only the first cycle allocates memory") {
    const tests::ScratchDirectory scratch;
    ddc::TableOptions options;
    options.name = "test." + scratch.path().filename().string();
    ddc::Table table = ddc::Table::create(options);
    const tests::Child child([&] { return every_signal_program(options); });

    const std::atomic<bool> stop{false};
    const gateway::Route route({{0, 0}, {100, 0}, {100, 100}});
    gateway::CommandTap tap;
    gateway::RunParts parts = parts_on(route);
    auto program = std::make_unique<gateway::Supervisor>(
        gateway::ProgramPeer{table, every_port(), nullptr, stop, [](const std::string&) {}}, 10ms);
    const gateway::ProgramConnection& link = program->link();
    parts.controller = std::move(program);
    parts.pacer = std::make_unique<gateway::MeasuredPacer>(gateway::MeasuredTiming{});
    parts.observers.push_back(std::make_unique<gateway::RunStatistics>(*parts.route, 100));
    parts.observers.push_back(std::make_unique<gateway::TraceRecorder>(
        std::make_shared<gateway::OutputFile>(scratch.path() / "trace.csv"),
        gateway::TraceRecorder::Sources{link.inputs(), link.outputs(), *parts.route}, nullptr));
    parts.observers.push_back(recorder(scratch.path() / "run.mcap", link, parts, tap));
    const AllocationObserver& sut = add_counter(parts);
    const auto result = gateway::Loop(parts).run(1s, stop);

    INFO(parts.controller->explain());
    CHECK(result.end == gateway::LoopEnd::duration);
    CHECK(link.inputs().names.size() == 28 + 21);
    REQUIRE(sut.cycles == 100);
    CHECK(sut.counted[0] > 0);  // the counting works
    CHECK(sut.counted[99] - sut.counted[1] == 0);
    ddc::remove_table(options.name, ddc::Removal::always);
}

/// Sends three packets a cycle, and reads received ones, until it is killed.
int talking_program(const ddc::TableOptions& options) {
    ddc::Table table = ddc::Table::open(options);
    interface::Program program(table, 0x4000, "talking");
    const auto port = program.socket<double>("net", interface::Direction::io);
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 1s) != ddc::Status::ok) continue;
        for (const char* to : {"", "an address that is longer than a short string", "me"})
            program.send(port, {to, static_cast<double>(program.received(port).size())});
        static_cast<void>(program.end_cycle());
    }
}

TEST_CASE("only the first cycle allocates memory to transport messages") {
    const tests::ScratchDirectory scratch;
    ddc::TableOptions options;
    options.name = "test." + scratch.path().filename().string();
    ddc::Table table = ddc::Table::create(options);
    const tests::Child child([&] { return talking_program(options); });

    const std::atomic<bool> stop{false};
    gateway::NetworkConfig config;
    config.links = {{{0, "net"}, {0, "net"}, {20ms, 0.2, 100.0}, true}};
    gateway::Network network(config, {"me"});
    gateway::ProgramSockets sockets(network, 0, table, 0x4000);
    const gateway::Route route({{0, 0}, {100, 0}});
    gateway::RunParts parts = parts_on(route);
    auto program = std::make_unique<gateway::Supervisor>(
        gateway::ProgramPeer{
            table, {}, nullptr, stop, [](const std::string&) {}, nullptr, &sockets},
        10ms);
    parts.controller = std::make_unique<gateway::NetworkedProgram>(std::move(program), sockets);
    parts.pacer = std::make_unique<gateway::MeasuredPacer>(gateway::MeasuredTiming{});
    parts.observers.push_back(std::make_unique<gateway::SocketPost>(sockets));
    const AllocationObserver& sut = add_counter(parts);
    const auto result = gateway::Loop(parts).run(1s, stop);

    INFO(parts.controller->explain());
    CHECK(result.end == gateway::LoopEnd::duration);
    REQUIRE(sut.cycles == 100);
    CHECK(sut.counted[99] - sut.counted[1] == 0);
    const gateway::SocketSummary summary = sockets.summaries().at(0);
    CHECK(summary.sent == 300);
    CHECK(summary.no_receiver == 100);
    CHECK(summary.delivered > 100);
    ddc::remove_table(options.name, ddc::Removal::always);
}

TEST_CASE("only the first cycle of a simulator over TCP allocates memory") {
    using gateway::montisim::PacketBuffer;
    using gateway::montisim::PacketKind;
    const tests::ScratchDirectory scratch;
    gateway::tcp::SessionOptions options;
    options.table.name = "test." + scratch.path().filename().string();
    const ddc::Table table = ddc::Table::create(options.table);
    const tests::Child child([&] { return talking_program(options.table); });

    const std::atomic<bool> stop{false};
    gateway::tcp::Session sut(options, {stop, [](const std::string&) {}, [] { return true; },
                                        [](ddc::Id) { return gateway::tcp::NetworkPart{}; }});
    PacketBuffer packet(options.numbering), answer(options.numbering);
    const auto send = [&](PacketKind kind, const auto& fill) {
        packet.clear();
        packet.begin(kind);
        fill();
        packet.end();
        answer.clear();
        return sut.take(*gateway::montisim::first_packet(packet.data(), packet.size()), answer);
    };
    REQUIRE(send(PacketKind::init, [&] { packet.text("measured"); }));
    REQUIRE(send(PacketKind::ref_id, [&] { packet.u32(0x4000); }));
    std::array<std::size_t, 100> counted{};
    for (std::size_t& count : counted) {
        REQUIRE(send(PacketKind::input, [&] {
            packet.u16(0);
            packet.text("an address that is longer than a short string");
            packet.f64(1.5);
        }));
        REQUIRE(send(PacketKind::run_cycle, [&] { packet.f64(0.01); }));
        count = allocations();
    }
    CHECK(counted[99] - counted[1] == 0);
    ddc::remove_table(options.table.name, ddc::Removal::always);
}

TEST_CASE("only the first period of realtime mode allocates memory") {
    const tests::ScratchDirectory scratch;
    ddc::TableOptions options;
    options.name = "test." + scratch.path().filename().string();
    ddc::Table table = ddc::Table::create(options);
    const tests::Child child([&] { return every_signal_program(options); });

    const gateway::RunControl control;
    const auto log = [](const std::string&) {};
    const gateway::Route route({{0, 0}, {100, 0}, {100, 100}});
    gateway::RunParts parts = parts_on(route);
    parts.controller = std::make_unique<gateway::Arbiter>(
        std::make_unique<gateway::RealtimeProgram>(
            gateway::ProgramPeer{table, every_port(), nullptr, control.stop, log},
            gateway::RealtimeProgramOptions{}),
        std::vector<std::unique_ptr<gateway::ManualController>>{}, control, log);
    gateway::RealTimeOptions pace;
    pace.dt = 2ms;
    auto pacer = std::make_unique<gateway::RealtimePacer>(pace, control);
    auto realtime = std::make_unique<gateway::RealtimeStatistics>(*parts.controller, *parts.vehicle,
                                                                  *pacer, log);
    const gateway::RealtimeStatistics& statistics = *realtime;
    parts.profile = std::make_unique<gateway::Profile>(gateway::Profile::Keep::last);
    auto evidence = std::make_unique<gateway::RealtimeEvidence>(
        gateway::EvidenceSources{statistics, *pacer, *parts.profile, nullptr});
    parts.pacer = std::move(pacer);
    parts.observers.push_back(std::move(realtime));
    parts.observers.push_back(std::move(evidence));
    parts.observers.push_back(
        std::make_unique<gateway::StatusEntries>(table, 0, "test", *parts.controller, statistics));
    const AllocationObserver& sut = add_counter(parts);
    const auto result = gateway::Loop(parts).run(200ms, control.stop);

    CHECK(result.end == gateway::LoopEnd::duration);
    CHECK(statistics.failsafe_cycles() < 50);
    REQUIRE(sut.cycles == 100);
    CHECK(sut.counted[0] > 0);  // the counting works
    CHECK(sut.counted[99] - sut.counted[1] == 0);
    ddc::remove_table(options.name, ddc::Removal::always);
}

/// A trace and a recording of cycles without events.
class TwoOutputs {
  public:
    TwoOutputs(const std::string& trace, const std::string& recording)
        : trace_(std::make_shared<gateway::OutputFile>(trace), {entries_, entries_, tracker_},
                 nullptr),
          recording_(recording_of(recording)),
          recorder_(recording_, {entries_, entries_, nullptr, nullptr, "cog"}, {}, nullptr) {}

    void run_cycles(int count) {
        const gateway::Feedback feedback;
        const gateway::Trajectory trajectory;
        const gateway::Cycle cycle{};
        for (int i = 0; i < count; ++i, now_ += 10ms) {
            const gateway::CycleRecord record{{now_, 10ms, feedback, trajectory}, {}, cycle};
            trace_.after_cycle(record);
            recorder_.after_cycle(record);
        }
    }
    gateway::Summary finish() {
        gateway::Summary summary;
        trace_.finish(summary);
        recording_->close("");
        recorder_.finish(summary);
        return summary;
    }

  private:
    gateway::RouteTracker tracker_;
    gateway::BoundEntries entries_;
    gateway::SimTime now_{0};
    gateway::TraceRecorder trace_;
    std::shared_ptr<gateway::RecordingFile> recording_;
    gateway::RunRecorder recorder_;
};

TEST_CASE("no cycle allocates memory while the disk hangs, nor when it accepts bytes again") {
    const tests::Watchdog watchdog;
    std::signal(SIGPIPE, SIG_IGN);  // as in the gateway: an abandoned thread gets the signal
    const tests::Pipe slow[2];
    for (const tests::Pipe& pipe : slow) pipe.fill();
    TwoOutputs sut(slow[0].name(), slow[1].name());
    std::atomic<std::size_t> bytes{0};
    std::atomic<bool> is_read{false}, is_over{false};
    std::thread reader([&] {
        tests::await([&] { return is_read.load(); });
        while (!is_over)
            for (const tests::Pipe& pipe : slow) bytes += pipe.read_all().size();
    });
    sut.run_cycles(1);
    const std::size_t before = allocations();
    sut.run_cycles(500'000);  // of both, more than their queues hold
    is_read = true;
    while (bytes < 4'000'000) sut.run_cycles(1'000);
    CHECK(allocations() == before);
    const gateway::Summary summary = sut.finish();
    is_over = true;
    reader.join();
    CHECK(summary.trace_rows_dropped > 0);
    CHECK(summary.recording_messages_dropped > 0);
}

struct IdleController : gateway::Controller {
    gateway::Cycle run_cycle(const gateway::CycleInput&) override { return {}; }
    std::string explain() const override { return {}; }
};

/// A car that two loops drive in shared time, a second long.
struct SharedCar {
    std::atomic<bool> stop{false};
    gateway::SharedTime time{{"owner", "guest"}, stop};
    gateway::SharedVehicle vehicle{car(), {}, time, {0, 1}};
    gateway::Traffic traffic{time, 2};

    /// @return the allocations of each cycle of one of them
    AllocationObserver drive(std::size_t index, const char* output) {
        gateway::Participant participant{time, index, 1s, [](const std::string&) {}};
        gateway::RunParts parts;
        parts.controller = std::make_unique<IdleController>();
        parts.vehicle = vehicle.view_for(participant);
        std::vector<gateway::OtherVehicle> seen;
        seen.reserve(2);
        if (index == 0) {
            parts.vehicle = traffic.show(std::move(parts.vehicle), participant);
            traffic.enter(index);
        } else {
            traffic.add_viewer(index);
            parts.look_around = [&](gateway::SimTime now, const plant::State& own,
                                    const gateway::RoutePlace& place) {
                traffic.look(participant, index, now, seen);
                return surroundings(own, place, seen);
            };
        }
        parts.pacer = std::make_unique<gateway::SharedPacer>(
            std::make_unique<gateway::MeasuredPacer>(gateway::MeasuredTiming{}), participant);
        const AllocationObserver& counter = add_counter(parts);
        vehicle.connect(index, {{output, gateway::find_output_signal(output)}});
        time.announce(index, 0ms);
        time.await_others(index, 0ms, participant.log);
        gateway::Loop(parts).run(1s, stop);
        vehicle.leave(index);
        time.leave(index);
        return counter;
    }
};

TEST_CASE("only the first cycle in shared time allocates memory") {
    SharedCar scene;
    AllocationObserver guest;
    std::thread thread([&] { guest = scene.drive(1, "set_gas"); });
    AllocationObserver owner = scene.drive(0, "set_steering");
    thread.join();
    for (const AllocationObserver* sut : {&owner, &guest}) {
        REQUIRE(sut->cycles == 100);
        CHECK(sut->counted[0] > 0);  // the counting works
        CHECK(sut->counted[99] - sut->counted[1] == 0);
    }
}

TEST_CASE("a gamepad that drives allocates nothing in a cycle, nor when it is lost") {
    using namespace gateway::tests;
    const tests::ScratchDirectory scratch;
    std::string events;
    for (int i = 0; i < 1000; ++i)
        events += bytes_of(i % 10 == 0 ? pad_button(BTN_START, i % 20 == 0, i * 0.01)
                                       : pad_axis(ABS_X, i * 30, i * 0.01));
    gateway::GamepadController sut(
        {{scratch.write("drive.events", events), {}}, gateway::PadMap{}});
    const gateway::Feedback feedback;
    const gateway::Trajectory trajectory;
    const std::size_t before = allocations();
    int taken = 0;
    bool drives = false;
    for (gateway::SimTime now{0}; now < 11s; now += 10ms) {
        const gateway::CycleInput input{now, 10ms, feedback, trajectory};
        sut.look(input);
        if (drives ? sut.gives_back() : sut.has_new_command()) {
            drives = !drives;
            sut.on_change_over(drives, feedback);
            ++taken;
        }
        static_cast<void>(sut.run_cycle(input));
    }
    CHECK(allocations() == before);
    CHECK(taken == 50);
    CHECK(sut.run_cycle({11s, 10ms, feedback, trajectory}).is_failsafe);
}

TEST_CASE("a VDS1 client allocates nothing to send and to receive") {
    namespace vds1 = gateway::vds1;
    namespace vdsim = gateway::vdsim;
    const gateway::UdpSocket plant(gateway::make_endpoint("127.0.0.1", 0));
    vds1::ClientOptions options;
    options.peer_port = plant.local().port;
    options.local_port = 0;
    vds1::Client sut(options);
    const gateway::Endpoint client = gateway::make_endpoint("127.0.0.1", sut.local_port());
    gateway::DatagramBatch batch;
    vds1::State state;
    vds1::StateBuffer buffer;
    gateway::SteadyTime now{1h};
    sut.receive(now);

    const std::size_t before = allocations();
    std::size_t cmds = 0;
    for (state.header.sequence = 1; state.header.sequence <= 200; ++state.header.sequence) {
        gateway::PedalCommand pedals;
        pedals.steer_rad = state.header.sequence;
        sut.send({pedals, {}}, now);
        cmds += batch.receive(plant);
        state.steering_tire_angle_applied_rad = pedals.steer_rad;
        plant.send(client, buffer.data(), vds1::encode(state, buffer));
        sut.receive(now += 5ms);
    }
    CHECK(allocations() == before);
    CHECK(cmds == 200);
    CHECK(sut.statistics().taken == 200);
    CHECK(sut.statistics().round_trip.count() == 199);
}

TEST_CASE("a VDS1 server allocates nothing to receive CMDs, to tick, to send and to record") {
    namespace vds1 = gateway::vds1;
    namespace vdsim = gateway::vdsim;
    const gateway::UdpSocket peer({0x7f000001, 0});
    gateway::SteadyTime now{1h};
    vdsim::CmdPort sut({0x7f000001, 0}, 5ms, now);
    vdsim::PlantVehicleOptions options;
    const gateway::UdpSocket other({0x7f000001, 0});
    options.destinations = {{other.local(), 5}};
    options.reply_to_sender = vdsim::Reply::all;
    sut.add(std::make_unique<vdsim::PlantVehicle>(
        options,
        std::make_unique<gateway::SimVehicle>(
            std::make_unique<plant::SimSession>(
                plant::create_seven_dof(), plant::create_flat_ground(), plant::SessionConfig{}),
            gateway::SimTime(5ms)),
        gateway::Filters(), 1));
    vdsim::PlantVehicle& vehicle = *sut.vehicles().front();
    const tests::ScratchDirectory scratch;
    gateway::PlantRecorder recorder({&vehicle});
    const auto recording = recording_of(scratch.path() / "plant.mcap");
    recorder.add_sink(recording);
    recorder.add_scenes(*recording, {}, gateway::WorldOrigin{48.5, 9.25, 400});
    recorder.after_tick(vehicle.feedback().sim_time);  // its messages have their texts from then on
    gateway::DatagramBatch batch;
    vds1::Cmd cmd;
    vds1::CmdBuffer buffer;

    const std::size_t before = allocations();
    std::size_t states = 0;
    for (cmd.header.sequence = 1; cmd.header.sequence <= 200; ++cmd.header.sequence) {
        peer.send(sut.local(), buffer.data(), vds1::encode(cmd, buffer));
        sut.drain(now += 5ms);
        vehicle.tick(now);
        sut.send_states(now);
        recorder.after_tick(vehicle.feedback().sim_time);
        states += batch.receive(peer) + batch.receive(other);
    }
    CHECK(allocations() == before);
    CHECK(vehicle.counters().accepted == 200);
    CHECK(states == 400);
}

}  // namespace

}  // namespace allocation_test
