// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ddc::interface {

/// A path in a JSON text: a chain of links to the root, stored on the stack of the functions that
/// walk the text. It is converted to text (`ports[3].data_type.size`) only for a message.
class Path {
  public:
    Path() = default;
    /// The member `key` of an object at `parent`. Both must outlive this object.
    Path(const Path& parent, std::string_view key) : parent_(&parent), key_(key) {}
    /// The element `index` of an array at `parent`, which must outlive this object.
    Path(const Path& parent, std::size_t index) : parent_(&parent), index_(index) {}

    std::string text() const {
        if (parent_ == nullptr) return {};
        const std::string before = parent_->text();
        if (key_.empty()) return before + "[" + std::to_string(index_) + "]";
        return before.empty() ? std::string(key_) : before + "." + std::string(key_);
    }

  private:
    const Path* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
};

}  // namespace ddc::interface
