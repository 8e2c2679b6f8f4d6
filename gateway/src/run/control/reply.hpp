// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gateway {

/// What is answered to a request.
struct Reply {
    enum class Outcome : std::uint8_t {
        done,
        refused,  ///< it cannot be asked for
        failed,   ///< it was asked for and has not been done
    };
    Outcome outcome = Outcome::done;
    std::string text = "ok";  ///< for people
    /// If there is one, it is asked again and again until it gives the reply that counts. That one
    /// has no `later`.
    std::function<std::optional<Reply>()> later{};
};

}  // namespace gateway
