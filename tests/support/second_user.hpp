// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace tests {

/// A user that is neither root nor the current one: Debian's with the id 65534.
constexpr unsigned second_user_id = 65534;

/// Empty if this process may run commands as the second user, else the reason why not: pass it to
/// TEST_SKIPPED and return.
std::string no_second_user();

/// The same command, run by the second user, without supplementary groups.
std::vector<std::string> as_second_user(std::vector<std::string> command);

}  // namespace tests
