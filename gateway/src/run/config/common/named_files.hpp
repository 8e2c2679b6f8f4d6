// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// A file named in a file or on the command line.
struct NamedFile {
    std::string place;  ///< where: "run.yaml:3:8: trace", "--output"
    std::filesystem::path file;
};

/// Whether two names refer to one file, also through links and for files that do not exist yet. A
/// device is never the same as itself, since it stores nothing.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Checks whether a command would overwrite one of its inputs, or write one file twice. FILE.part,
/// the temporary name of an output, counts too; an output without a name does not.
/// @return "--output: is the same file as in.csv (--inputs), ...", or nothing
std::string overwriting(const std::vector<NamedFile>& outputs,
                        const std::vector<NamedFile>& inputs);

/// A file and, if it is YAML, all existing files that it names (except at the keys `trace` and
/// `record`), and the files that those name. Empty if `file` is empty.
std::vector<NamedFile> files_read(const std::string& place, const std::filesystem::path& file);
/// The traces and recordings that a run's file names.
std::vector<NamedFile> traces_of(const std::filesystem::path& run);

}  // namespace gateway
