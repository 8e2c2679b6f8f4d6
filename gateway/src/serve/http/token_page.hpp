// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

namespace gateway::data_port {

/// A refusal for want of the token as a page for people, which asks for the token.
/// @param refusal with status 401; status and headers stay
Response token_page(Response refusal);

}  // namespace gateway::data_port
