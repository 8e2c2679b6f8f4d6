// SPDX-License-Identifier: MIT
#include "attached_files.hpp"

#include "frozen/freeze.hpp"
#include "text/file_text.hpp"

#include <stdexcept>

namespace gateway {
namespace {

const char* media_type_of(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    if (ending == ".yaml" || ending == ".yml") return "application/yaml";
    if (ending == ".json") return "application/json";
    return ending == ".csv" ? "text/csv" : "text/plain";
}

}  // namespace

AttachedFile attached(const FrozenFile& file) {
    return {attached_folder + file.name, media_type_of(file.name), file.text};
}

std::vector<AttachedFile> files_to_attach(const std::filesystem::path& run, const Log& log) {
    std::vector<AttachedFile> files{{"run.yaml", "application/yaml", text_if_any(run)}};
    try {
        const Freezer frozen(run);
        for (const FrozenFile& file : frozen.files()) files.push_back(attached(file));
    } catch (const std::runtime_error& error) {
        log(std::string(error.what()) +
            "; the recording contains only run.yaml, so ddc-gateway rerun cannot use it");
        files.resize(1);
    }
    return files;
}

}  // namespace gateway
