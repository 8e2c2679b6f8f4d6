// SPDX-License-Identifier: MIT
#pragma once

#include "reply.hpp"
#include "request.hpp"

#include <string>

/// Requests and replies as the control socket carries them. Parsers read what formatters write, to
/// the last digit of a number.
namespace gateway {

/// In the place of a reply that comes later.
inline constexpr const char* later_text = "wait";

/// "pause", "step 3", "scale 0.5", "cabin doors=open" and the like.
std::string to_text(const RunRequest& request);
/// @throws std::invalid_argument with what would be right
RunRequest parse_request(const std::string& text);
/// The part of a request behind "cabin ", such as "doors=open".
/// @throws std::invalid_argument with what would be right
request::Cabin parse_cabin(const std::string& text);

/// Its outcome and its text: "done ok". Precondition: it has no `later`.
std::string to_text(const Reply& reply);
/// @throws std::invalid_argument for a text that begins with no outcome
Reply parse_reply(const std::string& text);

}  // namespace gateway
