// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// Where a web page comes from, as a browser writes it (RFC 6454, 6.1): SCHEME://HOST or
/// SCHEME://HOST:PORT. @return what is wrong with it, or nothing
std::string origin_problem(const std::string& text);

}  // namespace gateway
