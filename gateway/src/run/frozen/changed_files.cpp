// SPDX-License-Identifier: MIT
#include "changed_files.hpp"

#include "freeze.hpp"

#include <plant/file_error.hpp>

#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

FrozenConfig changed(const std::filesystem::path& file, const std::vector<Setting>& settings) {
    Freezer freezer(file);
    std::vector<FrozenConfig::Value> values;
    for (const Setting& setting : settings) {
        const auto value = value_of_yaml(setting.value);
        if (!value)
            throw std::invalid_argument("--set " + setting.path +
                                        ": must be a single value or a list of such values, is '" +
                                        setting.value + "'");
        values.push_back(freezer.value(setting.path, *value));
    }
    FrozenConfig config(freezer.files());
    for (std::size_t i = 0; i < settings.size(); ++i) {
        try {
            config.add_default(settings[i].path);
            config.set(settings[i].path, values[i]);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(std::string("--set ") + error.what());
        }
    }
    return config;
}

/// Replaces the name of a copy by that of its original. Lines and columns are those of the copy,
/// and left out.
void name_original(plant::Mistake& mistake, const std::filesystem::path& folder,
                   const std::vector<FrozenFile>& files) {
    for (const FrozenFile& file : files) {
        if (std::filesystem::path(mistake.file) != folder / file.name) continue;
        mistake.file = "--set: " + (file.source.empty() ? "default parameters" : file.source);
        mistake.line = mistake.column = 0;
    }
}

}  // namespace

ChangedFiles::ChangedFiles(const std::filesystem::path& file, const std::vector<Setting>& settings)
    : original_(file), config_(changed(file, settings)) {
    config_.write_all(folder_.path());
}

std::filesystem::path ChangedFiles::file() const {
    return folder_.path() / config_.main_file();
}

std::filesystem::path ChangedFiles::file_at(const std::string& path) const {
    const auto name = config_.value(path);
    return name && name->is_string() ? folder_.path() / name->get<std::string>()
                                     : std::filesystem::path();
}

std::filesystem::path ChangedFiles::beside_original(const std::filesystem::path& output) const {
    const std::string folder = folder_.path().string() + "/";
    const std::string name = output.string();
    return name.rfind(folder, 0) == 0 ? original_.parent_path() / name.substr(folder.size())
                                      : output;
}

void ChangedFiles::read(const std::function<void()>& work) const {
    try {
        work();
    } catch (const plant::FileError& error) {
        std::vector<plant::Mistake> mistakes = error.mistakes();
        for (plant::Mistake& mistake : mistakes)
            name_original(mistake, folder_.path(), config_.files());
        throw plant::FileError(std::move(mistakes));
    }
}

}  // namespace gateway
