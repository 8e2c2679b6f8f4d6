// SPDX-License-Identifier: MIT
// A vehicle on a CAN bus: numbers in frames, frames through a socket, the mapping's file, and a
// virtual bus if the kernel has one.
#include "config_parts.hpp"

#include "can/can_bus.hpp"
#include "config/vehicle/read_remote_vehicle.hpp"

#include <skip.hpp>

#include <doctest/doctest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <random>
#include <thread>

namespace can_vehicle_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;

CanField field(unsigned start_bit, unsigned bits, bool is_signed = false, double scale = 1,
               double offset = 0, bool is_big_endian = false) {
    return {start_bit, bits, is_big_endian, is_signed, scale, offset};
}

TEST_CASE("can: a number has the bits in a frame that a DBC file defines, in both byte orders") {
    CanData data{};
    put(data, field(4, 12), 0xABC);
    CHECK(data[0] == 0xC0);
    CHECK(data[1] == 0xAB);
    data.fill(0xFF);
    put(data, field(7, 16, false, 1, 0, true), 0x1234);
    CHECK(data[0] == 0x12);
    CHECK(data[1] == 0x34);
    CHECK(data[2] == 0xFF);
    put(data, field(3, 8, false, 1, 0, true),
        0);  // the low half of byte 0, the high half of byte 1
    CHECK(data[0] == 0x10);
    CHECK(data[1] == 0x04);
    CHECK(bits_of(field(3, 8, false, 1, 0, true), 8) == 0xF00F);
    CHECK(bits_of(field(60, 4), 8) == 0xF000000000000000);
    CHECK(bits_of(field(60, 5), 8) == 0);
    CHECK(bits_of(field(0, 9), 1) == 0);
    CHECK(bits_of(field(7, 9, false, 1, 0, true), 1) == 0);
}

TEST_CASE(
    "can: values are written and read back, rounded to the scale, without changing other bits") {
    std::mt19937 random(3);
    for (int i = 0; i < 2'000; ++i) {
        const unsigned bits = 1 + random() % 32;
        CanField sut = field(random() % 64, bits, random() % 2 == 0, 0.5, -3, random() % 2 == 0);
        const std::uint64_t own = bits_of(sut, 8);
        if (own == 0) continue;
        CanData data, before;
        for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
        before = data;
        const double min = sut.is_signed ? -std::ldexp(1, static_cast<int>(bits) - 1) : 0;
        const double raw = min + static_cast<double>(random() % (std::uint64_t{1} << bits));
        put(data, sut, raw * 0.5 - 3 + 0.1);
        REQUIRE(get(data, sut) == raw * 0.5 - 3);
        for (unsigned bit = 0; bit < 64; ++bit)
            if ((own >> bit & 1) == 0)
                REQUIRE((data[bit / 8] >> bit % 8 & 1) == (before[bit / 8] >> bit % 8 & 1));
    }
}

TEST_CASE("can: a value out of a field's range is limited, a value that is not a number is zero") {
    CanData data{};
    const double inf = std::numeric_limits<double>::infinity();
    const CanField steer = field(0, 16, true, 1e-4);
    for (const double value : {10.0, 1e300, inf}) {
        put(data, steer, value);
        CHECK(get(data, steer) == doctest::Approx(3.2767));
    }
    put(data, steer, -inf);
    CHECK(get(data, steer) == doctest::Approx(-3.2768));
    put(data, steer, std::nan(""));
    CHECK(get(data, steer) == 0);
    const CanField small = field(0, 8, false, 1, 5);
    put(data, small, 0);
    CHECK(get(data, small) == 5);
    const CanField falling = field(0, 8, false, -0.01, 1);
    put(data, falling, 0.25);
    CHECK(data[0] == 75);
}

TEST_CASE("can: the checksum is CRC-8 of SAE J1850") {
    CanData data{};
    std::memcpy(data.data(), "\0\0\0\0", 4);
    CHECK(can_checksum(data, 5, 4) == 0x59);
    data = {0xF2, 0x01, 0x83};
    CHECK(can_checksum(data, 4, 3) == 0x37);
}

/// Pedals out, speed and gear in; counter and checksum in both.
CanVehicleOptions example() {
    CanVehicleOptions options;
    CanFrameMap out;
    out.id = 0x101;
    out.signals = {{0, field(0, 16, true, 1e-4)},
                   {1, field(16, 8, false, 0.005)},
                   {2, field(24, 8, false, 0.005)},
                   {3, field(32, 4)}};
    out.counter = field(36, 4);
    out.checksum_byte = 7;
    CanFrameMap in;
    in.id = 0x201;
    in.bytes = 6;
    in.signals = {{3, field(0, 16, true, 0.01)}, {11, field(16, 4)}, {16, field(20, 1)}};
    in.counter = field(24, 2);
    in.checksum_byte = 5;
    options.mapping.send = {out};
    options.mapping.receive = {in};
    return options;
}

/// The other end of a bus that is a pair of sockets, and the test's clock.
struct Scene {
    explicit Scene(const CanVehicleOptions& options = example()) {
        int ends[2];
        REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
        bus = Descriptor(ends[0]);
        sut.emplace(options, Descriptor(ends[1]), [this] { return now; });
    }
    std::optional<can_frame> sent() const {
        can_frame frame{};
        const ssize_t size = ::recv(bus.get(), &frame, sizeof frame, MSG_DONTWAIT);
        return size == sizeof frame ? std::optional(frame) : std::nullopt;
    }
    /// A report of that speed and gear, as in the example.
    can_frame report(double vx_mps, int gear) {
        CanData data{};
        put(data, field(0, 16, true, 0.01), vx_mps);
        put(data, field(16, 4), gear);
        put(data, field(24, 2), ++counter % 4);
        can_frame frame{};
        frame.can_id = 0x201;
        frame.len = 6;
        data[5] = can_checksum(data, 6, 5);
        std::memcpy(frame.data, data.data(), 8);
        return frame;
    }
    void hear(const can_frame& frame, std::size_t size = sizeof(can_frame)) {
        REQUIRE(::send(bus.get(), &frame, size, 0) == static_cast<ssize_t>(size));
        advance(10ms);
    }
    void advance(std::chrono::nanoseconds by) {
        now += by;
        REQUIRE(sut->advance());
    }
    double speed() const { return sut->feedback().state.velocity_mps.x(); }

    SteadyTime now{50s};
    int counter = 0;
    Descriptor bus{-1};
    std::optional<CanVehicle> sut;
};

TEST_CASE(
    "can: a command is sent immediately with its state, which is held, and a step sends nothing") {
    Scene scene;
    PedalCommand pedals;
    pedals.steer_rad = -0.25;
    pedals.throttle = 0.5;
    VehicleStateCommand state;
    state.gear = Gear::reverse;
    scene.sut->apply({pedals, state});
    scene.sut->apply({pedals, {}});
    scene.advance(10ms);
    const CanFrameMap map = example().mapping.send[0];
    for (const int count : {0, 1}) {
        const auto frame = scene.sent();
        REQUIRE(frame);
        CHECK(frame->can_id == 0x101);
        CHECK(frame->len == 8);
        CanData data;
        std::memcpy(data.data(), frame->data, 8);
        CHECK(get(data, map.signals[0].field) == doctest::Approx(-0.25));
        CHECK(get(data, map.signals[1].field) == doctest::Approx(0.5));
        CHECK(get(data, map.signals[3].field) == 2);
        CHECK(get(data, *map.counter) == count);
        CHECK(data[7] == can_checksum(data, 8, 7));
    }
    CHECK_FALSE(scene.sent());
}

TEST_CASE("can: a listen-only vehicle reads reports, and sends nothing") {
    Scene scene;
    const can_frame frame = scene.report(5, 1);
    REQUIRE(::send(scene.bus.get(), &frame, sizeof frame, 0) == sizeof frame);
    scene.sut->listen();
    CHECK(scene.speed() == 5);
    CHECK_FALSE(scene.sent());
}

TEST_CASE("can: reports are the feedback, which is fresh until the time-out") {
    Scene scene;
    scene.advance(10ms);
    CHECK_FALSE(scene.sut->feedback().is_fresh);
    CHECK(scene.sut->explain().find("no frame 0x201 on can0") == 0);
    scene.hear(scene.report(-12.34, 2));
    CHECK(scene.sut->feedback().is_fresh);
    CHECK(scene.sut->explain() == "the vehicle on can0 reports");
    CHECK(scene.speed() == doctest::Approx(-12.34));
    CHECK(scene.sut->feedback().report.gear == Gear::reverse);
    scene.advance(99ms);
    CHECK(scene.sut->feedback().is_fresh);
    scene.advance(1ms);
    CHECK_FALSE(scene.sut->feedback().is_fresh);
    CHECK(scene.speed() == doctest::Approx(-12.34));
    scene.hear(scene.report(1, 1));
    CHECK(scene.sut->feedback().is_fresh);
}

TEST_CASE("can: an incomplete, foreign or repeated frame is ignored and reported") {
    Scene scene;
    can_frame frame = scene.report(5, 1);
    frame.data[0] ^= 1;
    scene.hear(frame);  // checksum
    frame = scene.report(5, 1);
    frame.len = 8;
    scene.hear(frame);
    frame = scene.report(5, 1);
    frame.can_id |= CAN_RTR_FLAG;
    scene.hear(frame);
    frame = scene.report(5, 1);
    frame.can_id |= CAN_EFF_FLAG;
    scene.hear(frame);
    scene.hear(scene.report(5, 1), 7);
    CHECK_FALSE(scene.sut->feedback().is_fresh);
    CHECK(scene.speed() == 0);
    frame = scene.report(5, 1);
    scene.hear(frame);
    CHECK(scene.speed() == 5);
    for (int i = 0; i < 10; ++i) scene.hear(frame);  // its sender hangs
    CHECK_FALSE(scene.sut->feedback().is_fresh);
    const std::string message = scene.sut->explain();
    CHECK(message.find("1 dropped for their length") != std::string::npos);
    CHECK(message.find("1 dropped because of a wrong checksum") != std::string::npos);
    CHECK(message.find("10 dropped for a repeated counter") != std::string::npos);
}

TEST_CASE("can: frames queued while the process was stopped are ignored") {
    Scene scene;
    const can_frame frame = scene.report(5, 1);
    REQUIRE(::send(scene.bus.get(), &frame, sizeof frame, 0) == sizeof frame);
    scene.advance(1s);
    CHECK(scene.speed() == 0);
    scene.hear(scene.report(6, 1));
    CHECK(scene.speed() == 6);
}

TEST_CASE("can: with any bytes feedback stays finite and every flood ends") {
    CanVehicleOptions options = example();
    options.mapping.receive[0].checksum_byte.reset();
    options.mapping.receive[0].counter.reset();
    Scene scene(options);
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        can_frame frame{};
        auto* const bytes = reinterpret_cast<unsigned char*>(&frame);
        for (std::size_t at = 0; at < sizeof frame; ++at)
            bytes[at] = static_cast<unsigned char>(random());
        frame.can_id = random() % 2 == 0 ? 0x201 : frame.can_id;
        frame.len = random() % 2 == 0 ? 6 : frame.len;
        scene.hear(frame);
        REQUIRE(std::abs(scene.speed()) <= 327.68);
    }
    CHECK(scene.speed() != 0);
}

TEST_CASE("can: a full or removed bus does not block the loop") {
    Scene scene;
    for (int i = 0; i < 10'000; ++i) scene.sut->apply({PedalCommand{}, {}});
    CHECK(scene.sut->explain().find("commands rejected by the kernel") != std::string::npos);
    scene.bus = Descriptor(-1);
    scene.sut->apply({PedalCommand{}, {}});
    scene.advance(10ms);
    CHECK_FALSE(scene.sut->feedback().is_fresh);
}

CanVehicleOptions options_of(const std::string& text) {
    const ScratchFile file(".yaml", text);
    plant::YamlReader reader(file.path());
    CanVehicleOptions options = read_can_vehicle(reader);
    reader.finish();
    return options;
}

void check_refusal(const std::string& text, const std::string& reason) {
    std::string message = "nothing was refused";
    try {
        options_of(text);
    } catch (const plant::FileError& error) {
        message = error.what();
    }
    INFO(message);
    CHECK(message.find(reason) != std::string::npos);
}

TEST_CASE("can: a counter of any width wraps with its field, and with the number of frames sent") {
    for (const unsigned bits : {1U, 4U, 8U, 32U}) {
        CAPTURE(bits);
        CanFrameMap map;
        map.id = 1;
        map.bytes = 8;
        map.counter = field(0, bits);
        const double size = std::ldexp(1.0, static_cast<int>(bits));
        double expected = -1;
        for (const std::uint32_t count : {0xfffffffeU, 0xffffffffU, 0U, 1U}) {
            const can_frame frame = encode(map, {}, {}, count);
            CanData data{};
            std::memcpy(data.data(), frame.data, data.size());
            const double found = get(data, *map.counter);
            CHECK(found == std::fmod(static_cast<double>(count), size));
            if (expected >= 0) CHECK(found == expected);
            expected = std::fmod(found + 1, size);
        }
    }
}

TEST_CASE("can: a mapping is read with its ids, bit positions, counter and checksum") {
    const CanVehicleOptions options = options_of(
        "interface: vcan7\n"
        "report_timeout_s: 0.3\n"
        "send:\n"
        "  - {id: 0x18FF0102, bytes: 5, counter: {start_bit: 24, bits: 4}, checksum_byte: 4,\n"
        "     signals: {steer_rad: {start_bit: 7, bits: 16, byte_order: big, signed: true, scale: "
        "0.001, offset: 1}}}\n"
        "receive:\n"
        "  - {id: 513, signals: {vx_mps: {start_bit: 0, bits: 16}}}\n"
        "  - {id: 513, extended: true}\n");
    CHECK(options.interface == "vcan7");
    CHECK(options.report_timeout == 300ms);
    REQUIRE(options.mapping.send.size() == 1);
    const CanFrameMap& out = options.mapping.send[0];
    CHECK(out.id == (0x18FF0102 | CAN_EFF_FLAG));
    CHECK(out.bytes == 5);
    CHECK(out.checksum_byte == 4);
    CHECK(out.counter->bits == 4);
    REQUIRE(out.signals.size() == 1);
    CHECK(can_command_values()[out.signals[0].value].name == "steer_rad");
    CHECK(out.signals[0].field.is_big_endian);
    CHECK(out.signals[0].field.offset == 1);
    REQUIRE(options.mapping.receive.size() == 2);
    CHECK(options.mapping.receive[0].id == 0x201);
    CHECK(options.mapping.receive[1].id == (0x201 | CAN_EFF_FLAG));
}

TEST_CASE("can: an invalid mapping is reported with its position") {
    const std::string rest = "receive: [{id: 1}]\n";
    check_refusal(rest, "send: is missing");
    check_refusal("send: []\n" + rest, "send: must be a list of frames");
    check_refusal("send: [{id: 0x20000000}]\n" + rest,
                  ":1:13: send[0].id: must be 0 to 0x1FFFFFFF");
    check_refusal("send: [{id: two}]\n" + rest, "send[0].id: must be 0 to");
    check_refusal("send: [{id: 1}, {id: 1}]\n" + rest, "send[1].id: is the id of another frame");
    check_refusal("send: [{id: 1, bytes: 2, signals: {brake: {start_bit: 9, bits: 8}}}]\n" + rest,
                  "send[0].signals.brake: does not fit into 2 bytes");
    check_refusal(
        "send: [{id: 1, signals: {brake: {start_bit: 0}, gear: {start_bit: 7}}}]\n" + rest,
        "send[0].signals.gear: overlaps another number of the frame");
    check_refusal("send: [{id: 1, checksum_byte: 0, counter: {start_bit: 0}}]\n" + rest,
                  "send[0].checksum_byte: overlaps another number of the frame");
    check_refusal("send: [{id: 1, signals: {brake: {start_bit: 0, scale: 0}}}]\n" + rest,
                  "signals.brake.scale: must not be 0");
    check_refusal("send: [{id: 1, signals: {brakes: {start_bit: 0}}}]\n" + rest,
                  "signals.brakes: unknown key");
    check_refusal("interface: can0123456789abcdef\nsend: [{id: 1}]\n" + rest,
                  "interface: must have 1 to 15 characters");
}

TEST_CASE("can: a vehicle on a bus needs realtime mode, and allows manual control") {
    const std::string vehicle = "vehicle: {can: {send: [{id: 1}], receive: [{id: 2}]}}\n";
    const auto program =
        read("mode: realtime\n" + vehicle + "controllers: [{kind: vds1}]\n").programs[0];
    CHECK(program.remote_vehicle);
    CHECK_FALSE(program.manual_controllers.empty());
    try {
        read(vehicle);
        FAIL("it was taken");
    } catch (const plant::FileError& error) {
        CHECK(std::string(error.what()).find("can: a remote vehicle needs mode: realtime") !=
              std::string::npos);
    }
}

TEST_CASE("can: a missing interface is reported") {
    CHECK_THROWS_WITH_AS(open_can_bus("no_such_can", example().mapping),
                         doctest::Contains("CAN interface 'no_such_can': "), std::runtime_error);
}

TEST_CASE("can: a vehicle on a virtual bus of the kernel") {
    CanMapping other_end;
    other_end.receive = example().mapping.send;
    std::optional<Descriptor> peer;
    try {
        peer = open_can_bus("vcan0", other_end);
    } catch (const std::runtime_error& error) {
        TEST_SKIPPED(std::string("no virtual CAN bus (ip link add dev vcan0 type vcan; ip link set "
                                 "up vcan0): ") +
                     error.what());
    }
    CanVehicle sut(example(), open_can_bus("vcan0", example().mapping));
    Scene scene;
    sut.apply({PedalCommand{}, {}});
    can_frame frame{};
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (::recv(peer->get(), &frame, sizeof frame, 0) < 0)
        REQUIRE(std::chrono::steady_clock::now() < deadline);
    CHECK(frame.can_id == 0x101);
    frame = scene.report(3, 1);
    REQUIRE(::send(peer->get(), &frame, sizeof frame, 0) == sizeof frame);
    while (!sut.feedback().is_fresh) {
        REQUIRE(std::chrono::steady_clock::now() < deadline);
        REQUIRE(sut.advance());
        std::this_thread::yield();
    }
    CHECK(sut.feedback().state.velocity_mps.x() == 3);
}

}  // namespace can_vehicle_test
