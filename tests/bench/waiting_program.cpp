// SPDX-License-Identifier: MIT
#include "waiting_program.hpp"

#include "on_core.hpp"

#include <utility>

namespace bench {

namespace header = ddc::interface::header;
using ddc::Clock;
using ddc::Id;
using ddc::Status;
using ddc::Type;

void write_basic_header(ddc::Table& table) {
    ddc::Group group;
    group.set(group.add(entry_of(header::interface_type), Type::string), std::string("basic"));
    group.set(group.add(entry_of(header::run_cycle_switch), Type::boolean), false);
    group.set(group.add(entry_of(header::simulation_running), Type::boolean), false);
    group.set(group.add(entry_of(header::execution_time), Type::real64), 0.0);
    group.set(group.add(entry_of(header::input_start_id), Type::int32),
              ddc::interface::default_input_start_id);
    group.set(group.add(entry_of(header::output_start_id), Type::int32),
              ddc::interface::default_output_start_id);
    group.set(group.add(entry_of(header::running), Type::boolean), true);
    static_cast<void>(table.write(group));
}

namespace {

int answer_cycles(ddc::Table table) {
    write_basic_header(table);
    ddc::Group inputs, outputs;
    for (Id i = 0; i < 28; ++i)
        inputs.add(entry_of(ddc::interface::default_input_start_id) + i,
                   i == 4 ? Type::int32 : Type::real64);
    for (Id i = 0; i < 3; ++i) outputs.add(basic_outputs_at + i, Type::real64);
    outputs.add(entry_of(header::execution_time), Type::real64);
    outputs.add(entry_of(header::run_cycle_switch), Type::boolean);
    for (;;) {
        const Status status = table.wait_until<bool>(
            entry_of(header::run_cycle_switch), [](bool up) { return up; },
            Clock::now() + std::chrono::milliseconds(100));
        if (status == Status::timed_out)
            static_cast<void>(table.write(entry_of(header::running), true));
        if (status != Status::ok) continue;
        static_cast<void>(table.read(inputs));
        static_cast<void>(table.write(outputs));
    }
}

}  // namespace

int waiting_program(const ddc::TableOptions& options) {
    ddc::Table table = ddc::Table::open(options);  // has two cores, and so may spin
    const OnCore second(1);
    return answer_cycles(std::move(table));
}

int free_waiting_program(const ddc::TableOptions& options) {
    return answer_cycles(ddc::Table::open(options));
}

}  // namespace bench
