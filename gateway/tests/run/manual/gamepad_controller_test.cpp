// SPDX-License-Identifier: MIT
// Gamepads as controllers: recordings, a pipe that is opened and closed, and a device of the kernel
// where that is possible. The same code reads them all.
#include "command_parts.hpp"
#include "pad_events.hpp"
#include "scratch_file.hpp"

#include "manual/gamepad/gamepad_controller.hpp"
#include "platform/create_vehicle.hpp"

#include <skip.hpp>

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <thread>

namespace gamepad_controller_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;

/// The arbiter's calls, cycle by cycle.
struct Scene {
    explicit Scene(const GamepadOptions& options) : sut(options) {
        feedback.report.gear = Gear::drive;
    }
    void look() {
        now += 10ms;
        const CycleInput input{now, 10ms, feedback, trajectory};
        sut.look(input);
        if (!is_manual && sut.has_new_command()) change_over(true);
        if (is_manual && sut.gives_back()) change_over(false);
        cycle = sut.run_cycle(input);
    }
    void change_over(bool drives) {
        is_manual = drives;
        sut.on_change_over(drives, feedback);
    }
    void look_until(SimTime until) {
        while (now < until) look();
    }
    /// Polls until the condition holds, for ten seconds at most.
    template <class Condition>
    bool await(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + 10s;
        for (look(); !condition(); look()) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            std::this_thread::yield();
        }
        return true;
    }
    bool drives() const { return is_manual && !cycle.is_failsafe; }
    double steer_rad() const { return pedals_of(cycle.command).steer_rad; }

    SimTime now{0};
    Feedback feedback;
    Trajectory trajectory;
    GamepadController sut;
    bool is_manual = false;
    Cycle cycle;
};

GamepadOptions at(const std::filesystem::path& path) {
    return {{path, {}}, {}};
}

std::string press(double at_s) {
    return bytes_of(pad_button(BTN_START, true, at_s)) +
           bytes_of(pad_button(BTN_START, false, at_s + 0.1));
}

TEST_CASE("gamepad: a recording takes over, steers and releases at its recorded times") {
    const ScratchFile file(".events", bytes_of(pad_axis(ABS_X, 0, 1000)) + press(1000.5) +
                                          bytes_of(pad_axis(ABS_X, -32768, 1001)) + press(1002));
    Scene scene(at(file.path()));
    CHECK(scene.sut.explain() == "BTN_START of the gamepad at " + file.path().string() +
                                     " takes the vehicle over and gives it back");
    scene.look_until(500ms);
    CHECK_FALSE(scene.is_manual);
    scene.look_until(900ms);
    CHECK(scene.drives());
    CHECK(scene.steer_rad() == 0);
    CHECK(state_command_of(scene.cycle.command).gear == Gear::drive);
    scene.look_until(1100ms);
    CHECK(scene.steer_rad() == doctest::Approx(0.5));
    scene.look_until(2100ms);
    CHECK_FALSE(scene.is_manual);
}

TEST_CASE(
    "gamepad: lamps, wipers, horn and hand brake reach the simulated vehicle and its feedback") {
    const ScratchFile file(".events", press(0) + bytes_of(pad_axis(ABS_HAT0Y, -1, 0.1)) +
                                          bytes_of(pad_axis(ABS_HAT0Y, 1, 0.2)) +
                                          bytes_of(pad_button(BTN_TR, true, 0.3)) +
                                          bytes_of(pad_button(BTN_TL, true, 0.4)) +
                                          bytes_of(pad_button(BTN_SELECT, true, 0.5)) +
                                          bytes_of(pad_button(BTN_EAST, true, 0.6)) + press(5));
    const auto car = create_vehicle({});
    Scene scene(at(file.path()));
    scene.feedback = car->feedback();
    scene.look_until(1s);
    REQUIRE(scene.drives());
    car->apply(scene.cycle.command);
    const VehicleStateReport& report = car->feedback().report;
    CHECK(report.blinker == Blinker::hazard);
    CHECK(report.headlight == Headlight::on);
    CHECK(report.wiper == Wiper::low);
    CHECK(report.horn);
    CHECK(report.hand_brake);
    CHECK(report.gear == Gear::reverse);
}

TEST_CASE("gamepad: at level velocity it starts at the speed of the vehicle") {
    const ScratchFile file(".events", press(0));
    GamepadOptions options = at(file.path());
    options.map.level = Level::velocity;
    Scene scene(options);
    scene.feedback.state.velocity_mps.x() = 7;
    scene.look();
    REQUIRE(scene.drives());
    CHECK(scene.sut.levels() == std::vector<Level>{Level::velocity});
    CHECK(std::get<VelocityCommand>(scene.cycle.command.control).velocity_mps == 7);
}

TEST_CASE("gamepad: the end of a recording times out, and the recording does not restart") {
    const ScratchFile file(".events", press(5) + bytes_of(pad_button(BTN_TL, true, 5.2)));
    Scene scene(at(file.path()));
    scene.look();
    CHECK(scene.drives());
    CHECK(scene.await([&] { return scene.cycle.is_failsafe; }));
    CHECK(scene.is_manual);
    CHECK_FALSE(state_command_of(scene.cycle.command).horn);
    scene.look_until(scene.now + 10s);
    CHECK(scene.cycle.is_failsafe);
}

TEST_CASE("gamepad: invalid times in a recording are harmless") {
    std::string bytes;
    for (const long seconds :
         {0L, std::numeric_limits<long>::max(), std::numeric_limits<long>::min()}) {
        input_event event = pad_axis(ABS_X, -32768);
        event.input_event_sec = seconds;
        event.input_event_usec = seconds;
        bytes += bytes_of(event);
    }
    const ScratchFile file(".events", bytes);
    Scene scene(at(file.path()));
    scene.look_until(1s);
    CHECK(scene.cycle.is_failsafe);  // no driver has taken over
}

/// A named pipe: unplugged while no process has it open for writing.
struct NamedPipe {
    NamedPipe() : file(".pipe", "") {
        std::filesystem::remove(file.path());
        REQUIRE(::mkfifo(file.path().c_str(), 0600) == 0);
    }
    ~NamedPipe() { unplug(); }
    /// Opens both ends, so that no write happens while the reader reopens it.
    void plug_in() {
        writer = ::open(file.path().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        REQUIRE(writer >= 0);
    }
    void unplug() {
        if (writer >= 0) ::close(writer);
        writer = -1;
    }
    void send(const std::string& bytes) const {
        REQUIRE(::write(writer, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    }
    ScratchFile file;
    int writer = -1;
};

TEST_CASE("gamepad: an unplugged pad times out, a replugged one waits for a new takeover") {
    NamedPipe pipe;
    Scene scene(at(pipe.file.path()));
    pipe.plug_in();
    pipe.send(bytes_of(pad_axis(ABS_X, -32768)) + press(0));
    REQUIRE(scene.await([&] { return scene.drives(); }));
    CHECK(scene.steer_rad() == doctest::Approx(0.5));
    pipe.unplug();
    REQUIRE(scene.await([&] { return scene.cycle.is_failsafe; }));
    CHECK(scene.is_manual);

    pipe.plug_in();
    const std::string rest = bytes_of(pad_axis(ABS_RZ, 255));
    pipe.send(rest.substr(0, 7));  // a part of an event waits for its rest
    scene.look();
    pipe.send(rest.substr(7));
    REQUIRE(scene.await([&] { return pedals_of(scene.cycle.command).throttle == 1; }));
    CHECK(scene.cycle.is_failsafe);
    CHECK(pedals_of(scene.cycle.command).steer_rad == 0);
    pipe.send(press(0));
    REQUIRE(scene.await([&] { return scene.drives(); }));
    pipe.send(press(0));
    REQUIRE(scene.await([&] { return !scene.is_manual; }));
}

TEST_CASE("gamepad: a flood of events is read in parts") {
    NamedPipe pipe;
    Scene scene(at(pipe.file.path()));
    pipe.plug_in();
    std::string flood;
    for (int i = 0; i < 1000; ++i) flood += bytes_of(pad_axis(ABS_RZ, 200));
    pipe.send(flood + press(0));
    scene.look();
    CHECK_FALSE(scene.is_manual);
    CHECK(scene.await([&] { return scene.drives(); }));
}

TEST_CASE("gamepad: a missing or invalid device is waited for") {
    for (const char* path : {"/dev/input/no_such_device", "/dev/null"}) {
        Scene scene(at(path));
        scene.look_until(100ms);
        CHECK_FALSE(scene.is_manual);
        CHECK(scene.sut.explain().find("there is no such gamepad yet") == 0);
    }
}

/// A virtual device of the kernel.
struct VirtualPad {
    VirtualPad() {
        libevdev* description = libevdev_new();
        libevdev_set_name(description, "a gamepad of the tests");
        for (const unsigned code : {ABS_X, ABS_RZ, ABS_Z}) {
            input_absinfo range{};
            range.minimum = -1000;
            range.maximum = 1000;
            range.value = code == ABS_X ? 0 : -1000;
            libevdev_enable_event_code(description, EV_ABS, code, &range);
        }
        libevdev_enable_event_code(description, EV_KEY, BTN_START, nullptr);
        libevdev_enable_event_code(description, EV_KEY, BTN_SOUTH, nullptr);
        error = libevdev_uinput_create_from_device(description, LIBEVDEV_UINPUT_OPEN_MANAGED, &pad);
        libevdev_free(description);
    }
    ~VirtualPad() {
        if (pad != nullptr) libevdev_uinput_destroy(pad);
    }
    void send(unsigned type, unsigned code, int value) const {
        libevdev_uinput_write_event(pad, type, code, value);
        libevdev_uinput_write_event(pad, EV_SYN, SYN_REPORT, 0);
    }
    void press() const {
        send(EV_KEY, BTN_START, 1);
        send(EV_KEY, BTN_START, 0);
    }
    libevdev_uinput* pad = nullptr;
    int error = 0;
};

TEST_CASE("gamepad: a kernel device is found by a part of its name, and lost when removed") {
    auto device = std::make_unique<VirtualPad>();
    if (device->error != 0) TEST_SKIPPED("the kernel has no /dev/uinput, or not for this user");
    Scene scene({{{}, "pad of the tests"}, {}});
    REQUIRE(scene.await(
        [&] { return scene.sut.name().find("'a gamepad of the tests'") != std::string::npos; }));
    device->send(EV_ABS, ABS_X, -1000);
    device->press();
    REQUIRE(scene.await([&] { return scene.drives(); }));
    REQUIRE(scene.await([&] { return scene.steer_rad() > 0.49; }));
    CHECK(pedals_of(scene.cycle.command).throttle == 0);
    device = nullptr;
    REQUIRE(scene.await([&] { return scene.cycle.is_failsafe; }));
    const VirtualPad again;
    REQUIRE(scene.await([&] {
        again.press();
        return scene.drives();
    }));
}

}  // namespace gamepad_controller_test
