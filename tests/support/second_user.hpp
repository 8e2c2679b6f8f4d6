// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace tests {

/// A user who is neither root nor the one who runs the tests: Debian's "nobody".
constexpr unsigned second_user_id = 65534;

/// Empty if this process may run commands as the second user, else why it may not: say it with
/// TEST_SKIPPED and return.
std::string no_second_user();

/// The same command, run by the second user, without supplementary groups.
std::vector<std::string> as_second_user(std::vector<std::string> command);

}  // namespace tests
