// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace ddc {

/// A fixed list of entries that Table::read and Table::write transfer as one consistent snapshot.
/// Build it once and use it in every cycle: no operation except add() allocates. A read that fails
/// as a whole leaves every value unchanged. Use it in one thread at a time.
class Group {
  public:
    /// One entry of the group, with its value unless that is a string (see text()).
    struct Item {
        Id id = 0;
        /// The type that a read requires and a write gives to the entry.
        Type type = Type::no_data;
        /// Result of the last read of this entry; ok before the first.
        Status status = Status::ok;
        /// For the group only.
        std::uint32_t text = 0;
        /// The entry's write counter at the last read.
        std::uint64_t sequence = 0;
        /// The value: bool as 0/1, int32 in the low 32 bits, real64 as its bits.
        std::uint64_t bits = 0;
    };

    /// Appends an entry of that type, with the value zero, false or empty, and returns its index:
    /// 0, 1, ... Each id must be added only once. It is not checked here: a read reports an id out
    /// of range in the item, a write in its result.
    std::size_t add(Id id, Type type) {
        Item item;
        item.id = id;
        item.type = type;
        if (type == Type::string) item.text = add_text();
        first_ = items_.empty() ? id : std::min(first_, id);
        last_ = items_.empty() ? id : std::max(last_, id);
        items_.push_back(item);
        if (type == Type::string) item.text = add_text();
        incoming_.push_back(item);
        return items_.size() - 1;
    }

    /// Number of entries. Every `index` below must be less than this; it is not checked.
    std::size_t size() const noexcept { return items_.size(); }
    /// The reference is valid until the next read of the group or add().
    const Item& item(std::size_t index) const noexcept { return items_[index]; }
    /// Smallest id; 0 if the group is empty.
    Id first() const noexcept { return first_; }
    /// Largest id; 0 if the group is empty.
    Id last() const noexcept { return last_; }

    /// The value that was last read or set. Precondition: the entry was added as Type::boolean.
    bool boolean(std::size_t index) const noexcept { return items_[index].bits != 0; }
    /// As boolean(), for Type::int32.
    std::int32_t int32(std::size_t index) const noexcept {
        return static_cast<std::int32_t>(items_[index].bits);
    }
    /// As boolean(), for Type::real64.
    double real64(std::size_t index) const noexcept {
        double value;
        std::memcpy(&value, &items_[index].bits, sizeof value);
        return value;
    }
    /// As boolean(), for Type::string. The reference is valid until the next read of the group or
    /// add().
    const std::string& text(std::size_t index) const noexcept { return texts_[items_[index].text]; }
    /// The same text, to be changed in place. A write cuts it to max_string_length bytes.
    std::string& text(std::size_t index) noexcept { return texts_[items_[index].text]; }

    /// Sets the value that the next write writes. Precondition: the entry was added as
    /// Type::boolean.
    void set(std::size_t index, bool value) noexcept { items_[index].bits = value ? 1 : 0; }
    /// As set() with a bool, for Type::int32.
    void set(std::size_t index, std::int32_t value) noexcept {
        items_[index].bits = static_cast<std::uint32_t>(value);
    }
    /// As set() with a bool, for Type::real64.
    void set(std::size_t index, double value) noexcept {
        std::memcpy(&items_[index].bits, &value, sizeof value);
    }
    /// As set() with a bool, for Type::string. Keeps at most max_string_length bytes.
    void set(std::size_t index, const std::string& value) {
        text(index).assign(value, 0, max_string_length);
    }

  private:
    friend class Table;

    std::uint32_t add_text() {
        texts_.emplace_back().reserve(max_string_length + 1);
        return static_cast<std::uint32_t>(texts_.size() - 1);
    }

    std::vector<Item> items_;
    /// The same ids and types: read() copies into it, and swaps it with `items_` when complete.
    std::vector<Item> incoming_;
    std::vector<std::string> texts_;
    Id first_ = 0;
    Id last_ = 0;
};

}  // namespace ddc
