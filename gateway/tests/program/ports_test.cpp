// SPDX-License-Identifier: MIT
// How `program.ports` of a configuration binds the ports of a program.
#include "port_parts.hpp"
#include "scratch_file.hpp"

#include "binding/bind_ports.hpp"
#include "config/load_run_config.hpp"

#include <ddc/interface/layout.hpp>

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace ports_test {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using gateway::tests::port;
using gateway::tests::ScratchFile;
using interface::BasicType;
using interface::Direction;

/// A program's configuration with these lines in its section `ports`.
class Rules {
  public:
    explicit Rules(const std::string& lines) : file_(".yaml", "program:\n  ports:\n" + lines) {}
    gateway::PortRules read() const {
        return gateway::load_run_config(file_.path()).programs.at(0).options.ports;
    }
    std::string error() const {
        try {
            static_cast<void>(read());
        } catch (const plant::FileError& error) {
            return without_file(error.what());
        }
        return "was taken";
    }
    std::string without_file(std::string text) const {
        const std::string name = file_.path().string();
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
            text.erase(at, name.size());
        return text;
    }

  private:
    ScratchFile file_;
};

struct Bound {
    Bound(std::vector<interface::Port> ports, const std::string& lines) {
        const Rules rules(lines);
        gateway::ProgramDescription description;
        description.ports.ports = std::move(ports);
        description.layout = interface::default_layout(description.ports, 1);
        const auto found = gateway::bind(description, 0x4000, inputs, outputs, rules.read());
        for (const std::string& problem : found) problems.push_back(rules.without_file(problem));
    }

    void show(const gateway::Feedback& feedback, gateway::SimTime now = 0s) {
        const gateway::Trajectory trajectory;
        gateway::set_inputs({feedback, trajectory, now}, inputs);
    }
    double shown(const std::string& name) const {
        const auto found = std::find(inputs.names.begin(), inputs.names.end(), name);
        REQUIRE(found != inputs.names.end());
        return gateway::number_at(inputs.group,
                                  static_cast<std::size_t>(found - inputs.names.begin()));
    }

    gateway::InputBindings inputs;
    gateway::OutputBindings outputs;
    std::vector<std::string> problems;
};

gateway::Feedback driving(double vx_mps) {
    gateway::Feedback feedback;
    feedback.state.velocity_mps.x() = vx_mps;
    return feedback;
}

TEST_CASE("an input of any name receives a signal, converted") {
    Bound sut(
        {port("v", Direction::input, BasicType::q), port("fast", Direction::input, BasicType::q),
         port("whole", Direction::input, BasicType::z),
         port("place", Direction::input, vector_of(BasicType::z, 2))},
        "    v: {signal: true_velocity, unit: m/s}\n"
        "    fast: {signal: true_velocity, scale: 0.5, offset: -1}\n"
        "    whole: {signal: true_velocity}\n"
        "    place: {signal: true_position, scale: 1e9}\n");
    REQUIRE(sut.problems.empty());
    gateway::Feedback feedback = driving(10.1);
    feedback.state.position_m = {3, -4, 0};
    sut.show(feedback);
    CHECK(sut.shown("v") == doctest::Approx(10.1));
    CHECK(sut.shown("fast") == doctest::Approx(36.36 / 2 - 1));
    CHECK(sut.shown("whole") == 36);
    CHECK(sut.shown("place[0]") == 2147483647);  // at the limit, not beyond it
    CHECK(sut.shown("place[1]") == -2147483648.0);
}

TEST_CASE("a constant has the type of its port, for every type") {
    const auto gear = interface::enum_of("Gear", {"park", "drive"});
    Bound sut(
        {port("flag", Direction::input, BasicType::boolean),
         port("c", Direction::input, BasicType::c), port("v", Direction::input, BasicType::vec3),
         port("m", Direction::input, matrix_of(BasicType::z, 2, 2)),
         port("gear", Direction::input, gear),
         port("packet", Direction::input, simple_packet_of(BasicType::q)),
         port("nothing", Direction::input, BasicType::void_),
         port("off", Direction::input, matrix_of(BasicType::q, 1, 2))},
        "    flag: {constant: true}\n"
        "    c: {constant: [1.5, -2]}\n"
        "    v: {constant: [1, 2, 3]}\n"
        "    m: {constant: [[1, 2], [3, 4]]}\n"
        "    gear: {constant: drive}\n"
        "    packet: {constant: [\"10\", 0.25]}\n"
        "    nothing: {constant: null}\n"
        "    off: zero\n");
    for (const std::string& problem : sut.problems) FAIL_CHECK(problem);
    sut.show(driving(1));
    CHECK(sut.shown("flag") == 1);
    CHECK(sut.shown("c.re") == 1.5);
    CHECK(sut.shown("c.im") == -2);
    CHECK(sut.shown("v.z") == 3);
    CHECK(sut.shown("m[1][0]") == 3);
    CHECK(sut.shown("gear") == 1);
    CHECK(sut.inputs.group.text(10 + 1) == "10");
    CHECK(sut.shown("packet.payload") == 0.25);
    CHECK(sut.shown("off[0][1]") == 0);
    CHECK(sut.inputs.numbers().size() + 1 == sut.inputs.names.size());  // a text is not a number
}

TEST_CASE("an input follows columns of a file over simulated time") {
    const ScratchFile csv(".csv", "at,limit,on\n1,10,0\n3,30,1\n");
    const std::string from = "{csv: " + csv.path().string() + ", time: at, ";
    Bound sut({port("limit", Direction::input, BasicType::q),
               port("on", Direction::input, BasicType::boolean),
               port("both", Direction::input, BasicType::vec2)},
              "    limit: " + from + "column: limit, interpolation: linear}\n" + "    on: " + from +
                  "column: on}\n" + "    both: " + from + "column: [on, limit]}\n");
    REQUIRE(sut.problems.empty());
    sut.show(driving(0), 2s);
    CHECK(sut.shown("limit") == doctest::Approx(20));
    CHECK(sut.shown("on") == 0);
    CHECK(sut.shown("both.y") == 10);
    sut.show(driving(0), 3s);
    CHECK(sut.shown("on") == 1);
    CHECK(sut.shown("both.x") == 1);
}

TEST_CASE("outputs set a signal, are recorded, or are ignored") {
    const Bound sut({port("pedal", Direction::output, BasicType::q),
                     port("seen", Direction::output, BasicType::vec2),
                     port("unused", Direction::output, BasicType::q)},
                    "    pedal: {signal: set_gas, unit: \"%\"}\n"
                    "    seen: record\n"
                    "    unused: ignore\n");
    REQUIRE(sut.problems.empty());
    CHECK(sut.outputs.names == std::vector<std::string>{"pedal", "seen.x", "seen.y"});
    REQUIRE(sut.outputs.ports.size() == 1);
    const gateway::OutputSink& sink = sut.outputs.ports[0].sink;
    CHECK(sink.signal->name == "set_gas");
    CHECK(sink.conversion(50) == doctest::Approx(0.5));
    CHECK(sink.limited(sink.conversion(700)) == 1);
    CHECK(level_of(sut.outputs) == gateway::Level::pedals);
}

TEST_CASE("a port of both directions has an input and an output in the same entries") {
    Bound sut({port("both", Direction::io, BasicType::q), port("out", Direction::io, BasicType::q),
               port("alone", Direction::output, BasicType::q)},
              "    both: {input: {constant: 7}, output: record}\n"
              "    out: record\n"
              "    alone: record\n");
    REQUIRE(sut.problems.empty());
    CHECK(sut.inputs.names == std::vector<std::string>{"both.in"});
    CHECK(sut.outputs.names == std::vector<std::string>{"both.out", "out.out", "alone"});
    CHECK(sut.inputs.group.item(0).id == sut.outputs.group.item(0).id);
    CHECK(sut.shown("both.in") == 7);
    CHECK(sut.outputs.answers == std::vector<std::size_t>{1, 2});  // written by the program only
}

TEST_CASE("a zero that is not converted keeps its sign") {
    CHECK(std::signbit(gateway::Conversion{}(-0.0)));
    CHECK(gateway::Conversion{2, 1}(3) == 7);
}

TEST_CASE("a port without a signal is rejected with the lines to write") {
    const Bound sut({port("at_target_pos", Direction::input, BasicType::boolean),
                     port("my port", Direction::input, BasicType::vec2),
                     port("set_gaz", Direction::output, BasicType::q),
                     port("both", Direction::io, BasicType::z)},
                    "    {}\n");
    REQUIRE(sut.problems.size() == 5);
    CHECK(sut.problems[2] ==
          "port 2 'set_gaz' (OUTPUT, Q): the gateway has no such signal; did you mean set_gas?");
    CHECK(sut.problems[3] ==
          "port 3 'both' (IO, Z): a port of both directions is bound to no signal by its name");
    const std::string& lines = sut.problems[4];
    INFO(lines);
    const auto has = [&](const std::string& text) { return lines.find(text) != std::string::npos; };
    CHECK(has("(`program.ports`, :"));
    CHECK(
        has("\n    ports:\n      at_target_pos: zero  # INPUT, boolean; or ignore, "
            "{constant: false}, {signal: NAME}, {csv: FILE, column: NAME}\n"));
    CHECK(has("\n      \"my port\": zero  # INPUT, vec2; or ignore, {constant: [0.0,0.0]}, "));
    CHECK(has("\n      set_gaz: record  # OUTPUT, Q; or ignore, {signal: NAME}\n"));
    CHECK(has("\n      both: {input: zero, output: record}  # IO, Z; or "));
}

TEST_CASE("the lines that an error message suggests are accepted") {
    const Bound sut({port("at_target_pos", Direction::input, BasicType::boolean),
                     port("my port", Direction::input, BasicType::vec2),
                     port("set_gaz", Direction::output, BasicType::q),
                     port("both", Direction::io, BasicType::z)},
                    "    at_target_pos: zero  # INPUT, boolean\n"
                    "    \"my port\": zero\n"
                    "    set_gaz: record\n"
                    "    both: {input: zero, output: record}\n");
    CHECK(sut.problems.empty());
    CHECK(sut.inputs.names.size() == 4);
}

TEST_CASE("an old word for Autoware's numbers is reported for each side of a port") {
    const Rules sut(
        "    a: {signal: vehicle_state_report, numbering: later}\n"
        "    b: {input: {signal: vehicle_state_report, numbering: later},\n"
        "        output: {signal: vehicle_state_command, numbering: later}}\n"
        "    c: {input: {signal: vehicle_state_report, numbering: autoware}, output: record}\n");
    const std::string what = ".numbering: `later` has been renamed to autoware";
    CHECK(sut.read().notes == std::vector<std::string>{"program.ports.a" + what,
                                                       "program.ports.b.input" + what,
                                                       "program.ports.b.output" + what});
}

TEST_CASE("possible numbers of the specification are reported where the program is not known") {
    const gateway::PortRules sut = Rules(
                                       "    a: {signal: vehicle_state_report}\n"
                                       "    b: {input: zero,\n"
                                       "        output: {signal: vehicle_state_command}}\n"
                                       "    c: {signal: vehicle_odometry}\n"
                                       "    d: {signal: vehicle_state_report, "
                                       "numbering: spec}\n")
                                       .read();
    CHECK(sut.notes.empty());
    REQUIRE(sut.guesses.size() == 2);
    CHECK(sut.guesses[0] ==
          "port 'a': where its codes are numbers, they are those of the specification; `ports: {a: "
          "{signal: vehicle_state_report, numbering: autoware}}` under `program` keeps those of "
          "Autoware, which were the default before");
    CHECK(sut.guesses[1].find("port 'b': where its output's codes are numbers") == 0);
    CHECK(sut.guesses[1].find("{b: {output: {signal: vehicle_state_command, numbering: ") !=
          std::string::npos);
}

TEST_CASE(
    "a rule that does not fit its port is rejected at its position, with the name of the port") {
    const ScratchFile csv(".csv", "t_s,a\n0,0.5\n1,2\n");
    const std::string column = "{csv: " + csv.path().string() + ", column: a}";
    const Bound sut(
        {port("flag", Direction::input, BasicType::boolean),
         port("three", Direction::input, BasicType::vec3),
         port("in", Direction::input, BasicType::q), port("out", Direction::output, BasicType::q),
         port("z", Direction::input, BasicType::z), port("text", Direction::input, BasicType::q)},
        "    flag: {signal: true_velocity}\n"
        "    three: " +
            column +
            "\n"
            "    in: record\n"
            "    out: {constant: 1}\n"
            "    z: " +
            column +
            "\n"
            "    text: {constant: fast}\n"
            "    removed: ignore\n");
    CHECK(
        sut.problems ==
        std::vector<std::string>{
            ":3:11: program.ports.flag: port 0 'flag': is of type boolean, the signal "
            "true_velocity is of type Q; a number is neither true nor false",
            ":4:12: program.ports.three: port 1 'three': is of type vec3 with 3 elements, "
            "`column` names 1; write one column for each element, column: [a, b]",
            ":5:9: program.ports.in: port 2 'in': is an INPUT; write a signal that is an input, "
            "constant, csv, zero or ignore",
            ":6:10: program.ports.out: port 3 'out': is an OUTPUT; write a signal that is an "
            "output, record or ignore",
            ":7:8: program.ports.z: port 4 'z': the column must hold whole numbers of 32 bits, "
            "has 0.5",
            ":8:11: program.ports.text: port 5 'text': is of type Q, constant must be a number, "
            "is string",
            ":9:14: program.ports.removed: the program has no port 'removed'; remove this line, or "
            "give it the name of a port"});
}

TEST_CASE("two mapped outputs that set the same signal are rejected by their names") {
    const Bound sut({port("a", Direction::output, BasicType::q),
                     port("set_gas", Direction::output, BasicType::q)},
                    "    a: {signal: gripped_torque, unit: kNm}\n");
    REQUIRE(sut.problems.size() == 1);
    CHECK(sut.problems[0] == "ports 'set_gas' and 'a': both set the pedals; keep one of them");
}

TEST_CASE("a constant with a leading zero is rejected, unless it is a text") {
    const Rules sut(
        "    a: {constant: 010}\n"
        "    b: {constant: [1, [2, -007.5]]}\n"
        "    c: {constant: \"010\"}\n"
        "    d: {constant: 0.5}\n");
    const std::string message = sut.error();
    INFO(message);
    CHECK(message.find(
              "program.ports.a.constant: must be a number without a leading zero, is '010'") !=
          std::string::npos);
    CHECK(message.find("program.ports.b.constant: must be a number without a leading zero, is "
                       "'-007.5'") != std::string::npos);
    CHECK(message.find("program.ports.c") == std::string::npos);
    CHECK(message.find("program.ports.d") == std::string::npos);
}

TEST_CASE(
    "all errors of a configuration about ports are reported together, each with its position") {
    const ScratchFile csv(".csv", "t_s,a\n0,1\n");
    const std::string name = csv.path().string();
    const Rules sut(
        "    a: {signal: true_velocty}\n"
        "    b: {signal: true_velocity, unit: deg}\n"
        "    c: {signal: true_velocity, unit: m/s, scale: 2}\n"
        "    d: {csv: " +
        name +
        ", column: b}\n"
        "    e: {csv: no_such.csv, column: b}\n"
        "    f: 3\n"
        "    g: {constant: 1, signal: gas}\n"
        "    h: {constant: {x: 1}}\n"
        "    i: {signal: gas, column: a}\n"
        "    j: {output: zero}\n"
        "    k: {signal: set_gas}\n"
        "    l: {signal: set_gas, scale: 2}\n"
        "    m: {csv: " +
        name +
        "}\n"
        "    n: {signal: vehicle_odometry, scale: 2}\n"
        "    o: {signal: vehicle_odometry, numbering: spec}\n"
        "    p: {signal: vehicle_state_report, numbering: new}\n"
        "    q: {signal: vehicle_state_report, numbering: spec}\n");
    const std::string message = sut.error();
    INFO(message);
    const auto has = [&](const std::string& text) {
        return message.find(text) != std::string::npos;
    };
    CHECK(
        has(":3:17: program.ports.a.signal: there is no signal 'true_velocty'; did you mean "
            "true_velocity?"));
    CHECK(
        has(":4:38: program.ports.b.unit: true_velocity is in km/h, the unit can be one of m/s, "
            "km/h, mph; is 'deg'"));
    CHECK(has(":5:38: program.ports.c.unit: sets the scale; keep one of unit and scale"));
    CHECK(has(":6:14: program.ports.d.csv: " + name + ":1: there is no column 'b'"));
    CHECK(has(":7:14: program.ports.e.csv: "));
    CHECK(
        has(":8:8: program.ports.f: must be zero, record, ignore, or a map with signal, constant "
            "or csv, is '3'"));
    CHECK(has(":9:8: program.ports.g: must have one of signal, constant, csv"));
    CHECK(has(":10:19: program.ports.h.constant: must be a single value or a list of such"));
    CHECK(has(":11:22: program.ports.i.column: unknown key"));
    CHECK(has(":12:17: program.ports.j.output: is not a use of an output"));
    CHECK(has(":14:8: program.ports.l: sets the pedals, as 'k' does; keep one of them"));
    CHECK(has(":15:8: program.ports.m.column: is missing"));
    CHECK(has(":16:17: program.ports.n.signal: is a message, which has no scale, offset and unit"));
    CHECK(
        has(":17:46: program.ports.o.numbering: is for vehicle_state_command and "
            "vehicle_state_report, which have codes"));
    CHECK(has(":18:50: program.ports.p.numbering: must be "));
    CHECK_FALSE(has("program.ports.q"));
}

}  // namespace ports_test
