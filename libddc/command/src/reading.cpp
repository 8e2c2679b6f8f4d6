// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include "context.hpp"
#include "show.hpp"

#include <ddc/interface/values.hpp>

#include <algorithm>

namespace ddc::command {
namespace {

Reading read_entry(const Table& table, const Target& target) {
    Entry entry = table.entry(target.first);
    Reading reading;
    reading.value = to_json(entry.value);
    reading.exact = std::move(entry.value);
    reading.type = to_string(entry.type);
    reading.written_ns = entry.written_ns;
    if (entry.status != Status::ok) {
        reading.note = to_string(entry.status);
    } else if (!target.kinds.empty() && entry.type != interface::entry_type(target.kinds.front())) {
        reading.note =
            std::string("should be ") + to_string(interface::entry_type(target.kinds.front()));
    }
    return reading;
}

interface::ElementValue value_of(const Group& group, std::size_t index) {
    const Group::Item& item = group.item(index);
    if (item.status != Status::ok) return std::monostate();
    switch (item.type) {
        case Type::boolean:
            return group.boolean(index);
        case Type::int32:
            return group.int32(index);
        case Type::real64:
            return group.real64(index);
        case Type::string:
            return group.text(index);
        case Type::no_data:
            break;
    }
    return std::monostate();
}

/// The problem of a port's entries, in one word or two.
std::string note_on(const Group& group, Status status) {
    std::size_t empty = 0;
    std::string note;
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Group::Item& item = group.item(i);
        if (item.status == Status::no_data)
            ++empty;
        else if (item.status != Status::ok && note.empty())
            note = hex(item.id) + ": " + to_string(item.status);
    }
    if (!note.empty()) return note;
    if (group.size() > 0 && empty == group.size()) return to_string(Status::no_data);
    return status == Status::ok || status == Status::no_data ? "" : to_string(status);
}

Reading read_port(const Table& table, const Target& target) {
    Group group;
    Reading reading;
    for (Id i = 0; i < target.count(); ++i) {
        group.add(target.first + i,
                  interface::entry_type(target.kinds[static_cast<std::size_t>(i)]));
        reading.written_ns = std::max(reading.written_ns, table.entry(target.first + i).written_ns);
    }
    reading.type = interface::describe(*target.type);
    const Status status = table.read(group);
    reading.note = note_on(group, status);
    if (!reading.note.empty()) return reading;
    interface::ElementValues values;
    for (std::size_t i = 0; i < group.size(); ++i) values.push_back(value_of(group, i));
    try {
        reading.value = interface::value_to_json(*target.type, values);
    } catch (const interface::InterfaceError& error) {
        reading.note = error.what();
    }
    return reading;
}

}  // namespace

void check_intact(const Table& table) {
    if (!table.is_intact()) throw Failure(table.explain(Status::truncated));
}

Reading read(const Table& table, const Target& target) {
    Reading reading = target.type ? read_port(table, target) : read_entry(table, target);
    check_intact(table);
    return reading;
}

std::uint64_t writes_to(const Table& table, const Target& target) {
    std::uint64_t writes = 0;
    for (Id i = 0; i < target.count(); ++i) writes += table.sequence(target.first + i) / 2;
    return writes;
}

}  // namespace ddc::command
