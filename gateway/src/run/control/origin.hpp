// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// The origin of a web page, as a browser writes it (RFC 6454, 6.1): SCHEME://HOST or
/// SCHEME://HOST:PORT. Pages from files, such as those of desktop applications, have the origins
/// `null` and `file://`: each allows every page from a file, and `null` also sandboxed frames of
/// any site. @return why it is invalid, or nothing
std::string origin_problem(const std::string& text);

}  // namespace gateway
