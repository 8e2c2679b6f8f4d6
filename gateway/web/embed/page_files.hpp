// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

/// The files of the web page, embedded in the binary.
namespace gateway::web {

/// One embedded file. Both members refer to static data.
struct PageFile {
    const char* type;        ///< MIME type, such as "text/html; charset=utf-8"
    std::string_view bytes;  ///< content
};

/// The file at a URL path; "/" is index.html. Empty if there is no such file; always empty when the
/// page is not built in (CMake option DDC_WEB). Thread-safe.
std::optional<PageFile> page_file(std::string_view path);

}  // namespace gateway::web
