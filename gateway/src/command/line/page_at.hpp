// SPDX-License-Identifier: MIT
#pragma once

#include <page_files.hpp>
#include "http/router.hpp"

namespace gateway {

/// The file of the web page at a path; nothing if there is none.
inline std::optional<data_port::PageFile> page_at(const std::string& path) {
    const auto file = web::page_file(path);
    if (!file) return std::nullopt;
    return data_port::PageFile{file->type, file->bytes};
}

}  // namespace gateway
