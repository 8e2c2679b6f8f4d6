// SPDX-License-Identifier: MIT
#include "ownership.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ddc {
namespace {

bool is_member(gid_t group) {
    if (::geteuid() == 0 || ::getegid() == group) return true;  // root can join any
    std::vector<gid_t> groups(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr))));
    const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
    groups.resize(static_cast<std::size_t>(std::max(0, count)));
    return std::find(groups.begin(), groups.end(), group) != groups.end();
}

std::string which(const std::optional<gid_t>& group) {
    return group ? "gid " + std::to_string(*group) : "none";
}

}  // namespace

std::string ownership_problem(const struct stat& object, std::optional<gid_t> group) {
    const bool all_users_write = (object.st_mode & S_IWOTH) != 0;
    const bool group_writes = (object.st_mode & S_IWGRP) != 0;
    const bool is_shared = group && object.st_gid == *group && is_member(*group);
    const bool is_ours = object.st_uid == 0 || object.st_uid == ::geteuid();
    if (!all_users_write && (is_shared || (is_ours && !group_writes))) return {};
    std::string problem = "belongs to uid " + std::to_string(object.st_uid) + " gid " +
                          std::to_string(object.st_gid) + " with mode " +
                          octal(object.st_mode & 07777) + ", so that ";
    if (all_users_write) return problem + "every user may write into it or cut it short";
    if (!is_ours) problem += "a user other than you and root may write into it or cut it short";
    if (!is_ours && group_writes) problem += ", and so may a group";
    if (is_ours) problem += "a group may write into it or cut it short";
    return problem + " (the group that you share tables with: " + which(group) + ")";
}

std::string octal(unsigned mode) {
    char text[16];
    std::snprintf(text, sizeof text, "%04o", mode);
    return text;
}

}  // namespace ddc
