// SPDX-License-Identifier: MIT
#include "scratch.hpp"
#include "suites.hpp"

#include "binding/bind_ports.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/table.hpp>

#include <nlohmann/json.hpp>

#include <cstring>
#include <mutex>
#include <stdexcept>

namespace bench {
namespace {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using ddc::Id;
using ddc::Type;

constexpr Id reference_id = 0x4000;
constexpr int port_count = 1000;

/// The twelve signals of the basic interface, and optional ports of mixed types.
interface::ProgramInterface large_interface() {
    const interface::DataType types[] = {interface::BasicType::q, interface::BasicType::vec3,
                                         vector_of(interface::BasicType::q, 10),
                                         matrix_of(interface::BasicType::z, 2, 3)};
    interface::ProgramInterface large = interface::basic_interface();
    for (int i = static_cast<int>(large.ports.size()); i < port_count; ++i) {
        interface::Port port;
        port.name = "port_" + std::to_string(i);
        port.direction = interface::Direction::output;
        port.data_type = types[i % 4];
        port.optional = true;
        large.ports.push_back(port);
    }
    return large;
}

/// Header, text and slot table as a program writes them.
void publish(ddc::Table& table, const interface::ProgramInterface& program) {
    const auto chunks = interface::split(to_json(program));
    const auto layout = default_layout(program, static_cast<std::int64_t>(chunks.size()));
    const auto add = [](ddc::Group& group, interface::Offset offset, Type type, auto value) {
        group.set(group.add(reference_id + static_cast<Id>(offset), type), value);
    };
    const auto int32 = [](auto value) { return static_cast<std::int32_t>(value); };
    ddc::Group all;
    add(all, header::interface_type, Type::string, std::string("dynamic"));
    add(all, header::run_cycle_switch, Type::boolean, false);
    add(all, header::execution_time, Type::real64, 0.0);
    add(all, header::slot_table_start, Type::int32, int32(layout.slot_table_start));
    add(all, header::description_size, Type::int32, int32(chunks.size()));
    interface::Offset at = header::interface_string;
    for (const std::string& chunk : chunks) add(all, at++, Type::string, chunk);
    at = layout.slot_table_start;
    for (const auto& place : layout.ports) add(all, at++, Type::int32, int32(*place.offset));
    if (table.write(all) != ddc::Status::ok) throw std::runtime_error("cannot publish");
}

void require(const std::vector<std::string>& problems) {
    if (!problems.empty()) throw std::runtime_error(problems.front());
}

/// From the entries of a published program to the lists that a cycle copies.
void read_and_bind(const ddc::Table& table) {
    gateway::ProgramDescription description;
    gateway::InputBindings inputs;
    gateway::OutputBindings outputs;
    require(read_description(table, reference_id, description));
    require(bind(description, reference_id, inputs, outputs));
    keep(inputs.group.size());
}

template <class F>
auto milliseconds(const char* name, F operation) {
    return Measured{name, [operation] { return ns_per_call(5, operation) / 1e6; }};
}

void bindings(std::vector<Result>& results) {
    ScratchTable table(ddc::default_capacity);
    const interface::ProgramInterface large = large_interface();
    publish(*table, large);
    const std::string text = to_json(large);
    const auto parse_only = [&] { keep(nlohmann::json::parse(text).size()); };
    const char* baseline = "nlohmann::json::parse of its text alone";
    results.push_back(compare(
        milliseconds("gateway: read, check and bind 1,000 ports", [&] { read_and_bind(*table); }),
        milliseconds(baseline, parse_only), "ms"));
    results.push_back(compare(
        milliseconds("program: write and publish 1,000 ports", [&] { publish(*table, large); }),
        milliseconds(baseline, parse_only), "ms"));
}

/// The copies of the gateway in a cycle of the basic interface: 28 inputs out, 3 outputs in.
class BasicCycle {
  public:
    BasicCycle() : table_(ddc::default_capacity) {
        gateway::ProgramDescription description;
        description.ports = interface::basic_interface();
        description.layout = interface::basic_layout();
        require(bind(description, reference_id, inputs_, outputs_));
        static_cast<void>(table_->write(outputs_.group));
    }
    void operator()() {
        set_inputs({feedback_, trajectory_}, inputs_);
        static_cast<void>(table_->write(inputs_.group));
        static_cast<void>(table_->read(outputs_.group));
        for (std::size_t i = 0; i < outputs_.group.size(); ++i)
            keep(gateway::number_at(outputs_.group, i));
    }

  private:
    ScratchTable table_;
    gateway::InputBindings inputs_;
    gateway::OutputBindings outputs_;
    gateway::Feedback feedback_;
    gateway::Trajectory trajectory_;
};

/// The same number of values through a mutex, in and out.
class MutexCopy {
  public:
    explicit MutexCopy(std::size_t count) : shared_(count), own_(count, 1.5) {}
    void operator()() {
        copy(own_, shared_);
        copy(shared_, own_);
        keep(own_.data());
    }

  private:
    void copy(const std::vector<double>& from, std::vector<double>& to) {
        const std::lock_guard lock(mutex_);
        std::memcpy(to.data(), from.data(), from.size() * sizeof(double));
    }
    std::mutex mutex_;
    std::vector<double> shared_, own_;
};

void json_copy(const std::vector<double>& values) {
    const std::string text = nlohmann::json(values).dump();
    keep(nlohmann::json::parse(text).size());
}

template <class F>
auto nanoseconds(const char* name, int calls, F& operation) {
    return Measured{name, [calls, &operation] { return ns_per_call(calls, operation); }};
}

void cycle(std::vector<Result>& results) {
    BasicCycle basic;
    MutexCopy copy(31);
    const std::vector<double> values(31, 1.5);
    const auto json = [&] { json_copy(values); };
    const char* name = "a cycle's copy, 31 elements";
    results.push_back(compare(nanoseconds(name, 50'000, basic),
                              nanoseconds("memcpy under a mutex", 50'000, copy), "ns"));
    results.push_back(compare(nanoseconds(name, 50'000, basic),
                              nanoseconds("as nlohmann JSON text", 5'000, json), "ns"));
    ScratchTable table(ddc::default_capacity / 2);  // its size is part of its name
    ddc::Group group;
    for (Id i = 0; i < 31; ++i) group.add(reference_id + i, Type::real64);
    static_cast<void>(table->write(group));
    const auto read = [&] { static_cast<void>(table->read(group)); };
    results.push_back(compare(nanoseconds(name, 50'000, basic),
                              nanoseconds("a group read of 31 elements", 50'000, read), "ns"));
}

void per_element(const char* name, int count, std::vector<Result>& results) {
    ScratchTable table(ddc::default_capacity);
    ddc::Group group;
    for (Id i = 0; i < count; ++i) group.add(reference_id + i, Type::real64);
    MutexCopy copy(static_cast<std::size_t>(count));
    const int calls = 1'000'000 / count;
    const auto through_table = [&] {
        static_cast<void>(table->write(group));
        static_cast<void>(table->read(group));
    };
    results.push_back(compare(
        Measured{name, [&] { return ns_per_call(calls, through_table) / count; }},
        Measured{"memcpy under a mutex", [&] { return ns_per_call(calls, copy) / count; }}, "ns"));
}

}  // namespace

std::vector<Result> slots() {
    std::vector<Result> results;
    bindings(results);
    cycle(results);
    per_element("write and read, per element of 10", 10, results);
    per_element("write and read, per element of 100", 100, results);
    per_element("write and read, per element of 1,000", 1'000, results);
    per_element("write and read, per element of 10,000", 10'000, results);
    return results;
}

}  // namespace bench
