// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace ddc {

/// Why a table whose object has that status is not to be trusted: a user with write permission may
/// write any content and truncate it. Empty if only this user, root, or the members of `group` have
/// that permission, and this user is one of them.
std::string ownership_problem(const struct stat& object, std::optional<gid_t> group);

/// "0660"
std::string octal(unsigned mode);

}  // namespace ddc
