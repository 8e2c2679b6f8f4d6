// SPDX-License-Identifier: MIT
#include "page_files.hpp"

namespace gateway::web {

std::optional<PageFile> page_file(std::string_view) {
    return std::nullopt;
}

}  // namespace gateway::web
