// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/interface/error.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/socket_port.hpp>
#include <ddc/interface/table_value.hpp>
#include <ddc/interface/types.hpp>
#include <ddc/table.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ddc::interface {

/// Handle of a port for Program::get, made by Program::input.
template <typename T>
struct Input {
    std::size_t first_input;  ///< index of its first item in Program::input_items
};

/// Handle of a port for Program::set, made by Program::output.
template <typename T>
struct Output {
    using Value = T;           ///< what Program::set converts its argument to
    std::size_t first_output;  ///< index of its first item in Program::output_items
};

/// Handle of a SOCKET port, made by Program::socket.
template <typename T>
struct Socket {
    std::size_t index;  ///< in Program::sockets
};

/// A VCG program's side of the table, with a `dynamic` interface. First declare the ports, then
/// publish, then run cycles:
///
///     Program program(table, 0x4000, "cruise");
///     const auto velocity = program.input<double>("true_velocity");
///     const auto gas = program.output<double>("set_gas");
///     program.publish();
///     while (!stop) {
///         if (program.begin_cycle(Clock::now() + 20ms) != Status::ok) continue;
///         program.set(gas, program.get(velocity) < 30.0 ? 0.5 : 0.0);
///         program.end_cycle();
///     }
///
/// Use it in one thread. The table must outlive it.
class Program {
  public:
    /// Nothing is written before publish.
    /// @param reference_id id of the first entry, min_reference_id or above; publish checks it
    /// @param name of the published interface
    Program(Table& table, Id reference_id, std::string name);
    /// With ports that are known only at run time: they are read and written as items of groups,
    /// and inputs have no data until the other side writes them.
    Program(Table& table, Id reference_id, ProgramInterface program_interface);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    /// Sets `running` to false if published, so that the gateway does not wait for this program.
    ~Program();

    /// @name Before publish
    /// A `type` other than T's default must have the same entries as T: `input<std::int32_t>(
    /// "gear", enum_of(...))`, `output<std::tuple<Vec2, double>>("pose", struct_of(...))`.
    /// @throws InterfaceError if it has others, std::logic_error after publish.
    /// @{

    /// Adds a DATA port that the other side writes.
    template <typename T>
    Input<T> input(std::string name, DataType type = TableValue<T>::data_type()) {
        return {add<T>(std::move(name), Direction::input, std::move(type)).first_input};
    }
    /// Adds a DATA port that this program writes in every end_cycle.
    template <typename T>
    Output<T> output(std::string name, DataType type = TableValue<T>::data_type()) {
        return {add<T>(std::move(name), Direction::output, std::move(type)).first_output};
    }
    /// A port that both sides write: the value that the other side wrote stays until `set`.
    template <typename T>
    std::pair<Input<T>, Output<T>> input_output(std::string name,
                                                DataType type = TableValue<T>::data_type()) {
        const Items items = add<T>(std::move(name), Direction::io, std::move(type));
        return {{items.first_input}, {items.first_output}};
    }
    /// A SOCKET port of simple_packets, optional and with multiple inputs allowed.
    template <typename T>
    Socket<T> socket(std::string name, Direction direction,
                     DataType payload = TableValue<T>::data_type()) {
        return {add_socket(std::move(name), direction, std::move(payload),
                           kinds_of<std::tuple<std::string, T>>())};
    }
    /// @}

    /// Declares, before publish, that this program can drive one run after another without being
    /// restarted. When the other side has emptied `running`, begin_cycle calls `reset` and writes
    /// the table again as publish does. `reset` must restore all state that a cycle depends on,
    /// except the ports, to its values at the first publish.
    void declare_resettable(std::function<void()> reset);

    /// Empties the program's entries, then writes header, interface string, slot table and default
    /// values, and `running` last.
    /// @throws InterfaceError if the interface is invalid or does not fit into the table (all
    /// errors at once), TableError if the table cannot be written.
    void publish();

    /// Waits until the other side requests a cycle or, in realtime mode (simulation_running is
    /// true), has written new inputs; then reads all inputs as one snapshot and starts the
    /// measurement of the execution time. During the wait it sets `running` again if the other side
    /// has reset it. A signal ends the wait, except one that comes just before the thread sleeps:
    /// use a deadline that is not far away.
    /// @return ok (a cycle has begun), timed_out, interrupted, or another status of the table
    Status begin_cycle(Deadline deadline);

    /// Writes all outputs and execution_time (the time since begin_cycle) as one snapshot; then
    /// clears run_cycle_switch if the cycle began with it.
    Status end_cycle();
    /// The same with a given execution time, for a proxy of a program elsewhere.
    Status end_cycle(double execution_time_s);

    /// @name After publish
    /// @{

    /// The value of the last begin_cycle; zero before the first, and if it was never written.
    template <typename T>
    T get(Input<T> port) const {
        return TableValue<T>::load(inputs_, port.first_input);
    }
    /// The next end_cycle writes the value.
    template <typename T>
    void set(Output<T> port, const typename Output<T>::Value& value) {
        TableValue<T>::store(outputs_, port.first_output, value);
    }
    /// The packets that the last begin_cycle received, oldest first.
    template <typename T>
    std::vector<Packet<T>> received(Socket<T> port) const {
        return sockets_[port.index].template received<T>();
    }
    /// Queues a packet. The next end_cycle that finds the queue in the table empty writes it.
    /// @return false, without effect, if the queue is full
    template <typename T>
    bool send(Socket<T> port, const Packet<T>& packet) {
        return sockets_[port.index].queue(packet);
    }
    /// The elements of all DATA inputs, and of all DATA outputs, port after port.
    const Group& input_items() const { return inputs_; }
    /// See input_items(). What is set here is written by the next end_cycle.
    Group& output_items() { return outputs_; }
    /// All SOCKET ports, in the order of their declaration.
    std::vector<SocketPort>& sockets() { return sockets_; }
    /// Simulated time since the last cycle, in s; 0 in the first.
    double delta_s() const { return inputs_.real64(delta_index_); }
    /// @}

    /// The ports that were declared so far, in that order.
    const ProgramInterface& program_interface() const { return interface_; }
    /// Empty before publish.
    const Layout& layout() const { return layout_; }

  private:
    struct Items {
        std::size_t first_input;
        std::size_t first_output;
    };
    /// The indices, in the groups of inputs and outputs, of an entry that both sides write.
    struct Shared {
        std::size_t input;
        std::size_t output;
        ElementKind kind;
    };

    template <typename T>
    static std::vector<ElementKind> kinds_of() {
        std::vector<ElementKind> kinds;
        TableValue<T>::add_kinds(kinds);
        return kinds;
    }
    template <typename T>
    Items add(std::string name, Direction direction, DataType type) {
        return add_data(std::move(name), direction, std::move(type), kinds_of<T>());
    }
    Items add_data(std::string name, Direction direction, DataType type,
                   const std::vector<ElementKind>& kinds);
    std::size_t add_socket(std::string name, Direction direction, DataType payload,
                           const std::vector<ElementKind>& kinds);
    Port& add_port(std::string name, Direction direction, DataType type,
                   const std::vector<ElementKind>& kinds);
    void place_ports(std::size_t text_length);
    Group description(const std::string& text) const;
    void bind_groups();
    Status write_all();
    Status set_running();
    bool has_new_inputs() const;
    Status read_inputs();
    void keep_shared();
    Id id(Offset offset) const { return reference_id_ + static_cast<Id>(offset); }
    void require(Status status) const;

    Table& table_;
    Id reference_id_;
    ProgramInterface interface_;
    Layout layout_;
    std::function<void()> reset_;  ///< empty: not resettable
    bool published_ = false;
    bool has_empty_inputs_ = false;  ///< before the other side writes them

    Group inputs_;
    Group outputs_;
    std::size_t input_count_ = 0;
    std::size_t output_count_ = 0;
    std::size_t delta_index_ = 0;
    std::size_t execution_time_index_ = 0;
    std::vector<Shared> shared_;
    std::vector<bool> is_shared_;  ///< for each item of inputs_
    std::size_t socket_count_ = 0;
    std::vector<SocketPort> sockets_;

    std::vector<Watch> watched_;  ///< the flags that request cycles, then every item of inputs_
    bool by_switch_ = false;
    Clock::time_point cycle_start_;
};

}  // namespace ddc::interface
