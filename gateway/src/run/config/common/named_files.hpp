// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// A file that a command was told of.
struct NamedFile {
    std::string place;  ///< where: "run.yaml:3:8: trace", "--output"
    std::filesystem::path file;
};

/// Whether two names are of one file, however they are spelled and whatever links lead there; also
/// of one that does not exist yet. A device is never the same as itself: it keeps nothing.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Looks whether a command would overwrite what it reads, or write one file twice. FILE.part, as
/// which an output grows, counts too; an output without a name does not.
/// @return "--output: is the same file as in.csv (--inputs), ...", or nothing
std::string overwriting(const std::vector<NamedFile>& outputs,
                        const std::vector<NamedFile>& inputs);

/// A file and, if it is YAML, every existing file that it names at any key but `trace` and
/// `record`, and what those name in turn. Nothing if `file` is empty.
std::vector<NamedFile> files_read(const std::string& place, const std::filesystem::path& file);
/// The traces and recordings that a run's file asks for.
std::vector<NamedFile> traces_of(const std::filesystem::path& run);

}  // namespace gateway
