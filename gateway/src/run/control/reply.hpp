// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gateway {

/// The reply to a request.
struct Reply {
    enum class Outcome : std::uint8_t {
        done,
        refused,  ///< the request is not valid here
        failed,   ///< the request was not carried out
    };
    Outcome outcome = Outcome::done;
    std::string text = "ok";  ///< for users
    /// If set, the reply is delayed: poll this function until it returns the final reply, which has
    /// no `later`.
    std::function<std::optional<Reply>()> later{};
};

}  // namespace gateway
