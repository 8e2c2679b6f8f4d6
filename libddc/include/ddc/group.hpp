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
    struct Item {
        Id id = 0;
        Type type = Type::no_data;
        /// Result of the last read of this entry; ok before the first.
        Status status = Status::ok;
        /// For the group only.
        std::uint32_t text = 0;
        /// The entry's write counter at the last read.
        std::uint64_t sequence = 0;
        /// The value: bool as 0/1, int32 sign-extended, real64 as its bits.
        std::uint64_t bits = 0;
    };

    /// Appends an entry of that type and returns its index. Each id must be added only once.
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

    std::size_t size() const noexcept { return items_.size(); }
    const Item& item(std::size_t index) const noexcept { return items_[index]; }
    /// Smallest and largest id; meaningless when empty.
    Id first() const noexcept { return first_; }
    Id last() const noexcept { return last_; }

    /// Each value is valid for an entry of that type.
    bool boolean(std::size_t index) const noexcept { return items_[index].bits != 0; }
    std::int32_t int32(std::size_t index) const noexcept {
        return static_cast<std::int32_t>(items_[index].bits);
    }
    double real64(std::size_t index) const noexcept {
        double value;
        std::memcpy(&value, &items_[index].bits, sizeof value);
        return value;
    }
    const std::string& text(std::size_t index) const noexcept { return texts_[items_[index].text]; }
    std::string& text(std::size_t index) noexcept { return texts_[items_[index].text]; }

    void set(std::size_t index, bool value) noexcept { items_[index].bits = value ? 1 : 0; }
    void set(std::size_t index, std::int32_t value) noexcept {
        items_[index].bits = static_cast<std::uint32_t>(value);
    }
    void set(std::size_t index, double value) noexcept {
        std::memcpy(&items_[index].bits, &value, sizeof value);
    }
    /// Keeps at most max_string_length bytes.
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
