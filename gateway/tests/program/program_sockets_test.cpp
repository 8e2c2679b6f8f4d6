// SPDX-License-Identifier: MIT
// The SOCKET ports of a program between its table and the network.
#include "network/program_sockets.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstring>
#include <random>

namespace program_sockets_test {

using namespace std::chrono_literals;
using ddc::interface::Direction;
using gateway::Payload;
using gateway::SimTime;
namespace interface = ddc::interface;
namespace entry = ddc::interface::socket_entry;

using Pose = std::tuple<double, std::int32_t, bool>;

interface::DataType pose_type() {
    return interface::struct_of("Pose", {{"x", interface::BasicType::q},
                                         {"lane", interface::BasicType::n},
                                         {"brakes", interface::BasicType::boolean}});
}

/// Two programs in one table, whose ports `net` are connected in both directions, and the gateway's
/// side.
class Scene {
  public:
    explicit Scene(interface::DataType payload = pose_type()) : table_(ddc::Table::create(name())) {
        for (std::size_t i = 0; i < 2; ++i) {
            programs_.push_back(std::make_unique<interface::Program>(table_, reference_id(i),
                                                                     i == 0 ? "first" : "second"));
            ports.push_back(programs_[i]->socket<Pose>("net", Direction::io, payload));
            programs_[i]->publish();
        }
        gateway::NetworkConfig config;
        config.links = {{{0, "net"}, {1, "net"}, {}, true}, {{1, "net"}, {0, "net"}, {}, true}};
        network_ =
            std::make_unique<gateway::Network>(config, std::vector<std::string>{"first", "second"});
        for (std::size_t i = 0; i < 2; ++i)
            sockets.push_back(
                std::make_unique<gateway::ProgramSockets>(*network_, i, table_, reference_id(i)));
    }
    ~Scene() { ddc::remove_table(table_.name(), ddc::Removal::always); }

    static ddc::Id reference_id(std::size_t program) {
        return 0x4000 + static_cast<ddc::Id>(program) * 0x1000;
    }
    interface::Program& program(std::size_t i) {
        return *programs_[i];
    }
    ddc::Table& table() { return table_; }
    ddc::Id id(std::size_t program, ddc::Id descriptor_entry) {
        return reference_id(program) +
               static_cast<ddc::Id>(*programs_[program]->layout().ports[0].offset) +
               descriptor_entry;
    }

    /// Writes a descriptor as the program does.
    void restore(std::size_t program) {
        const interface::PortPlace& place = programs_[program]->layout().ports[0];
        const auto write = [&](ddc::Id descriptor_entry, std::int64_t value) {
            REQUIRE(table_.write(id(program, descriptor_entry), static_cast<std::int32_t>(value)) ==
                    ddc::Status::ok);
        };
        write(entry::output_slot_id, place.output_queue.slot_id);
        write(entry::output_max_entries, place.output_queue.max_entries);
        write(entry::input_slot_id, place.input_queue.slot_id);
        write(entry::input_max_entries, place.input_queue.max_entries);
    }

    /// Connects like the handshake and the link. @return the error
    std::vector<std::string> bind(std::size_t i) {
        gateway::ProgramDescription description;
        auto problems = read_description(table_, reference_id(i), description);
        if (problems.empty()) problems = sockets[i]->describe(description);
        return problems.empty() ? sockets[i]->bind(description) : problems;
    }

    /// One cycle of a program in a cycle of the gateway.
    template <class Work>
    void cycle(std::size_t i, SimTime now, const Work& work) {
        const gateway::Feedback feedback{};
        const gateway::Trajectory trajectory;
        const gateway::CycleInput input{now, 10ms, feedback, trajectory};
        sockets[i]->deliver(input, true);
        const ddc::Id run_cycle_switch = reference_id(i) + interface::header::run_cycle_switch;
        REQUIRE(table_.write(run_cycle_switch, true) == ddc::Status::ok);
        REQUIRE(program(i).begin_cycle(ddc::Clock::now() + 5s) == ddc::Status::ok);
        work(program(i));
        REQUIRE(program(i).end_cycle() == ddc::Status::ok);
        sockets[i]->collect();
        const gateway::Cycle cycle;
        sockets[i]->post({input, {0ms, now, now + 10ms}, cycle});
    }
    gateway::SocketSummary summary(std::size_t i) { return sockets[i]->summaries().at(0); }

    std::vector<interface::Socket<Pose>> ports;
    std::vector<std::unique_ptr<gateway::ProgramSockets>> sockets;

  private:
    static ddc::TableOptions name() {
        static int count = 0;
        ddc::TableOptions options;
        options.name = "test.sockets." + std::to_string(::getpid()) + "." + std::to_string(count++);
        return options;
    }

    ddc::Table table_;
    std::vector<std::unique_ptr<interface::Program>> programs_;
    std::unique_ptr<gateway::Network> network_;
};

constexpr auto no_work = [](interface::Program&) {};

TEST_CASE("a packet reaches the other program unchanged with the sender's address") {
    Scene sut;
    REQUIRE(sut.bind(0).empty());
    REQUIRE(sut.bind(1).empty());
    sut.cycle(0, 0ms, [&](interface::Program& program) {
        CHECK(program.send(sut.ports[0], {"second", Pose{-1.5, 3, true}}));
        CHECK(program.send(sut.ports[0], {"", Pose{2.5, 4, false}}));
        CHECK(program.send(sut.ports[0], {"third", Pose{}}));
    });
    sut.cycle(1, 0ms,
              [&](interface::Program& program) { CHECK(program.received(sut.ports[1]).empty()); });
    sut.cycle(1, 10ms, [&](interface::Program& program) {
        const auto packets = program.received(sut.ports[1]);
        REQUIRE(packets.size() == 2);
        CHECK(packets[0].address == "first");
        CHECK(packets[0].payload == Pose{-1.5, 3, true});
        CHECK(packets[1].payload == Pose{2.5, 4, false});
    });
    sut.cycle(1, 20ms,
              [&](interface::Program& program) { CHECK(program.received(sut.ports[1]).empty()); });
    CHECK(sut.summary(0).sent == 3);
    CHECK(sut.summary(0).no_receiver == 1);
    CHECK(sut.summary(1).delivered == 2);
}

TEST_CASE("a program that reads packets late finds them in order") {
    Scene sut;
    REQUIRE(sut.bind(0).empty());
    REQUIRE(sut.bind(1).empty());
    sut.cycle(1, 0ms, no_work);
    for (int i = 0; i < 3; ++i)
        sut.cycle(0, SimTime(10ms) * i, [&](interface::Program& program) {
            for (int k = 0; k < 5; ++k) program.send(sut.ports[0], {"", Pose{0, 5 * i + k, false}});
        });
    const gateway::Feedback feedback{};
    const gateway::Trajectory trajectory;
    sut.sockets[1]->deliver({10ms, 10ms, feedback, trajectory}, true);  // 5 packets, not read
    sut.sockets[1]->deliver({20ms, 10ms, feedback, trajectory}, true);
    int next = 0;
    for (const SimTime now : {SimTime(30ms), SimTime(40ms), SimTime(50ms)})
        sut.cycle(1, now, [&](interface::Program& program) {
            for (const auto& packet : program.received(sut.ports[1]))
                CHECK(std::get<1>(packet.payload) == next++);
        });
    CHECK(next == 15);
    CHECK(sut.summary(1).delivered == 15);
    CHECK(sut.summary(1).late > 0);
}

TEST_CASE("a count above the queue's size is oversized, invalid values are unreadable") {
    Scene sut;
    REQUIRE(sut.bind(0).empty());
    REQUIRE(sut.bind(1).empty());
    const ddc::Id count = sut.id(0, entry::output_count), first = sut.id(0, entry::descriptor_size);
    for (const std::int32_t wrong : {9, -1, std::numeric_limits<std::int32_t>::max(),
                                     std::numeric_limits<std::int32_t>::min()}) {
        REQUIRE(sut.table().write(count, wrong) == ddc::Status::ok);
        sut.sockets[0]->collect();
        std::int32_t left = -1;
        CHECK(sut.table().read(count, left) == ddc::Status::ok);
        CHECK(left == 0);
    }
    CHECK(sut.summary(0).oversized == 4);
    const auto send_raw = [&](std::int32_t lane, bool lane_is_real) {
        REQUIRE(sut.table().write(first, std::string("second")) == ddc::Status::ok);
        REQUIRE(sut.table().write(first + 1, 1.0) == ddc::Status::ok);
        REQUIRE((lane_is_real ? sut.table().write(first + 2, 1.0)
                              : sut.table().write(first + 2, lane)) == ddc::Status::ok);
        REQUIRE(sut.table().write(first + 3, true) == ddc::Status::ok);
        REQUIRE(sut.table().write(count, 1) == ddc::Status::ok);
        sut.cycle(0, 0ms, no_work);
    };
    send_raw(-1, false);  // an N is 0 or more
    send_raw(0, true);
    CHECK(sut.summary(0).unreadable == 2);
    CHECK(sut.summary(0).sent == 0);
    send_raw(5, false);
    CHECK(sut.summary(0).sent == 1);
}

TEST_CASE("an invalid descriptor is rejected with its entry") {
    Scene sut;
    const auto problem = [&](ddc::Id descriptor_entry, std::int32_t value) {
        const ddc::Id id = sut.id(0, descriptor_entry);
        std::int32_t before = 0;
        REQUIRE(sut.table().read(id, before) == ddc::Status::ok);
        REQUIRE(sut.table().write(id, value) == ddc::Status::ok);
        const auto problems = sut.bind(0);
        REQUIRE(sut.table().write(id, before) == ddc::Status::ok);
        return problems.empty() ? "" : problems[0];
    };
    CHECK(problem(entry::output_max_entries, 0).find("1 to 1024 packets") != std::string::npos);
    CHECK(problem(entry::input_max_entries, 1025).find("input queue") != std::string::npos);
    CHECK(problem(entry::input_slot_id, 3).find("overlaps header") != std::string::npos);
    CHECK(problem(entry::output_slot_id, 65'000).find("beyond the table's last id") !=
          std::string::npos);
    CHECK(problem(entry::output_slot_id, -5).find("below the reference id") != std::string::npos);
    CHECK(sut.bind(0).empty());
}

TEST_CASE("with any content of descriptor and queues, only the queues are accessed") {
    Scene sut;
    std::mt19937 random(7);
    const auto first = sut.id(0, 0);
    const ddc::Id size = entry::descriptor_size + 2 * 8 * 4;
    const std::string guard = "guard";
    REQUIRE(sut.table().write(first + size, guard) == ddc::Status::ok);
    REQUIRE(sut.bind(1).empty());
    const auto some = [&]() -> std::int32_t {
        const std::int32_t near = static_cast<std::int32_t>(random() % 200) - 20;
        return random() % 4 == 0 ? static_cast<std::int32_t>(random()) : near;
    };
    int bound = 0;
    for (int i = 0; i < 3000; ++i) {
        for (int k = 0; k < 3; ++k) {
            const bool is_descriptor = random() % 2 == 0;
            const ddc::Id id =
                first +
                static_cast<ddc::Id>(random() % (is_descriptor ? entry::descriptor_size : size));
            if (random() % 3 != 0)
                static_cast<void>(sut.table().write(id, some()));
            else if (random() % 2 == 0)
                static_cast<void>(sut.table().write(id, 0.5));
            else
                static_cast<void>(sut.table().write_no_data(id));
        }
        if (i % 20 == 0) sut.restore(0);
        bound += sut.bind(0).empty() ? 1 : 0;
        const gateway::Feedback feedback{};
        const gateway::Trajectory trajectory;
        const gateway::CycleInput input{SimTime(i), SimTime(1), feedback, trajectory};
        sut.sockets[0]->deliver(input, true);
        sut.sockets[0]->collect();
        sut.sockets[0]->post({input, {}, gateway::Cycle{}});
        std::string left;
        CHECK(sut.table().read(first + size, left) == ddc::Status::ok);
        CHECK(left == guard);
    }
    CHECK(bound > 100);  // so that counts and packets were read as well
    CHECK(bound < 2900);
}

TEST_CASE("a payload is converted to a datagram and back, and invalid ones are rejected") {
    const Payload sut(interface::struct_of(
        "P", {{"x", interface::BasicType::q},
              {"mode", interface::enum_of("Mode", {"a", "b", "c"})},
              {"on", interface::BasicType::boolean},
              {"list", interface::dyn_vector_of(interface::BasicType::z, 2)}}));
    REQUIRE(sut.size() == 6);
    REQUIRE(sut.bytes() == 8 + 4 + 1 + 12);
    const double x = -0.25;
    std::uint64_t elements[6] = {0, 2, 1, 2, static_cast<std::uint64_t>(-7), 9}, back[6];
    std::memcpy(elements, &x, sizeof x);
    std::byte data[25];
    sut.encode(elements, data);
    CHECK(data[0] == std::byte{0xbf});
    CHECK(data[11] == std::byte{2});
    REQUIRE(sut.decode(data, back));
    CHECK(std::equal(elements, elements + 6, back));
    const auto decodes_with = [&](std::size_t place, int value) {
        std::byte broken[25];
        std::copy(data, data + 25, broken);
        broken[place] = static_cast<std::byte>(value);
        return sut.decode(broken, back);
    };
    CHECK(!decodes_with(11, 3));  // an unknown variant
    CHECK(!decodes_with(8, 0x80));
    CHECK(!decodes_with(12, 2));  // neither true nor false
    CHECK(!decodes_with(16, 3));  // longer than its type
    CHECK(decodes_with(0, 0x3f));
    CHECK(decodes_with(24, 0xff));
}

TEST_CASE(
    "a dyn_vector inside a struct occupies its range of entries at its position in the struct") {
    const auto item = interface::struct_of(
        "Q", {{"a", interface::BasicType::vec2}, {"n", interface::BasicType::n1}});
    const Payload sut(interface::struct_of(
        "P", {{"many", interface::matrix_of(item, 2, 2)},
              {"list", interface::dyn_vector_of(interface::BasicType::c, 3)}}));
    std::vector<std::uint64_t> elements(sut.size(), 1);
    REQUIRE(sut.size() == 4 * 3 + 7);
    elements[12] = 3;
    CHECK(sut.is_valid(elements.data()));
    elements[12] = 4;
    CHECK(!sut.is_valid(elements.data()));
    elements[12] = 0;
    elements[11] = 0;  // the last n, which is 1 or more
    CHECK(!sut.is_valid(elements.data()));
}

}  // namespace program_sockets_test
