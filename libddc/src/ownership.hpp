// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace ddc {

/// Why a table is not to be trusted, whose object has that status: a user who may write it may give
/// it any content and cut it short. Empty if only this user, root, or the members of `group` can,
/// and this user is one of them.
std::string ownership_problem(const struct stat& object, std::optional<gid_t> group);

/// "0660"
std::string octal(unsigned mode);

}  // namespace ddc
