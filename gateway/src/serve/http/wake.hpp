// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace gateway::data_port {

/// Has a server look again at what it waits for: an answer that is not there yet, the next event of
/// a stream, or messages of a WebSocket. Copies wake the same. It keeps nothing alive.
class Wake {
  public:
    using Target = std::function<void()>;

    /// Wakes nothing.
    Wake() = default;
    /// @param target posts to the server; while it exists something waits
    explicit Wake(std::weak_ptr<const Target> target) : target_(std::move(target)) {}

    /// False when the wait is over: then there is no need to keep this.
    bool is_wanted() const { return !target_.expired(); }
    /// From any thread, as long as the server exists. Nothing happens if the wait is over.
    void operator()() const {
        if (const auto target = target_.lock()) (*target)();
    }

  private:
    std::weak_ptr<const Target> target_;
};

}  // namespace gateway::data_port
