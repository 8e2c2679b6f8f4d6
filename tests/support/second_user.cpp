// SPDX-License-Identifier: MIT
#include "second_user.hpp"

#include <unistd.h>

namespace tests {

std::string no_second_user() {
    if (::geteuid() != 0) return "only root can run commands as another user";
    if (::access("/usr/bin/setpriv", X_OK) != 0) return "setpriv is not installed";
    return {};
}

std::vector<std::string> as_second_user(std::vector<std::string> command) {
    const std::string id = std::to_string(second_user_id);
    std::vector<std::string> words{"/usr/bin/setpriv", "--reuid", id,
                                   "--regid",          id,        "--clear-groups"};
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

}  // namespace tests
