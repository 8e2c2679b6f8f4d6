// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

/// The web page's files, which lie in the binary.
namespace gateway::web {

struct PageFile {
    const char* type;  ///< "text/html; charset=utf-8"
    std::string_view bytes;
};

/// The file at a path ("/" is the page itself); nothing if there is none, as for every path while
/// no page is built in (CMake option DDC_WEB).
std::optional<PageFile> page_file(std::string_view path);

}  // namespace gateway::web
