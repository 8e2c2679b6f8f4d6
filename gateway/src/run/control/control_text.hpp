// SPDX-License-Identifier: MIT
#pragma once

#include "reply.hpp"
#include "request.hpp"

#include <string>

/// Requests and replies in the format of the control socket. Parsers read the output of formatters
/// without a loss of digits.
namespace gateway {

/// Sent before a delayed reply.
inline constexpr const char* later_text = "wait";

/// "pause", "step 3", "scale 0.5", "cabin doors=open" and the like.
std::string to_text(const RunRequest& request);
/// @throws std::invalid_argument with the valid requests
RunRequest parse_request(const std::string& text);
/// The part of a request after "cabin ", such as "doors=open".
/// @throws std::invalid_argument with the valid values
request::Cabin parse_cabin(const std::string& text);

/// The part of a request after "fault ", such as "gnss on".
/// @throws std::invalid_argument
request::Fault parse_fault(const std::string& text);

/// Outcome and text: "done ok". Precondition: the reply has no `later`.
std::string to_text(const Reply& reply);
/// @throws std::invalid_argument for a text that does not begin with an outcome
Reply parse_reply(const std::string& text);

}  // namespace gateway
