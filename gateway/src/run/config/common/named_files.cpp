// SPDX-License-Identifier: MIT
#include "named_files.hpp"

#include "output_key.hpp"

#include "output/output_file.hpp"
#include "process/program_file.hpp"
#include "text/text.hpp"

#include <plant/yaml_reader.hpp>

#include <sys/stat.h>

#include <optional>

namespace gateway {
namespace {

namespace fs = std::filesystem;

/// Limit for files that name themselves.
constexpr int deepest = 16;
constexpr std::size_t most_files = 10'000;

bool is_regular(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

/// A file named on the command line may have any name.
bool is_yaml(const fs::path& file, bool is_named_by_file) {
    if (!is_regular(file)) return false;
    if (file.extension() == ".yaml" || file.extension() == ".yml") return true;
    return !is_named_by_file && file.extension() != ".csv";
}

/// The file that a scalar names, if it exists.
std::optional<fs::path> file_named(const fs::path& by, const std::string& keys,
                                   const std::string& word) {
    if (word.empty() || word.size() > 4096) return std::nullopt;
    const fs::path beside = by.parent_path() / word;
    if (is_regular(beside)) return beside;
    if (is_regular(word)) return fs::path(word);
    if (ends_with(keys, "exec[0]")) return find_program(word, own_directory());
    return std::nullopt;
}

void add_files_read(const std::string& place, const fs::path& file, int depth,
                    std::vector<NamedFile>& files) {
    files.push_back({place, file});
    if (depth > deepest || files.size() > most_files || !is_yaml(file, depth > 0)) return;
    for (const plant::YamlScalar& scalar : plant::scalars_of(file)) {
        if (is_output_key(scalar.keys)) continue;
        if (const auto named = file_named(file, scalar.keys, scalar.text))
            add_files_read(scalar.place, *named, depth + 1, files);
    }
}

std::string sentence(const NamedFile& output, const NamedFile& other) {
    return output.place + ": is the same file as " + other.file.string() + " (" + other.place +
           "), which would be overwritten; give it another name";
}

bool meets(const NamedFile& output, const fs::path& other) {
    return is_same_file(output.file, other) ||
           is_same_file(OutputFile::part_of(output.file), other);
}

}  // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
    struct stat first {
    }, second{};
    const bool has_first = ::stat(a.c_str(), &first) == 0;
    const bool has_second = ::stat(b.c_str(), &second) == 0;
    if (!has_first && !has_second) return OutputFile::part_of(a) == OutputFile::part_of(b);
    if (!has_first || !has_second || S_ISCHR(first.st_mode)) return false;
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

std::string overwriting(const std::vector<NamedFile>& outputs,
                        const std::vector<NamedFile>& inputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].file.empty()) continue;
        for (const NamedFile& input : inputs)
            if (meets(outputs[i], input.file)) return sentence(outputs[i], input);
        for (std::size_t other = 0; other < i; ++other)
            if (!outputs[other].file.empty() && meets(outputs[i], outputs[other].file))
                return sentence(outputs[i], outputs[other]);
    }
    return {};
}

std::vector<NamedFile> files_read(const std::string& place, const fs::path& file) {
    std::vector<NamedFile> files;
    if (!file.empty()) add_files_read(place, file, 0, files);
    return files;
}

std::vector<NamedFile> traces_of(const fs::path& run) {
    std::vector<NamedFile> traces;
    if (!is_yaml(run, false)) return traces;
    for (const plant::YamlScalar& scalar : plant::scalars_of(run))
        if (is_output_key(scalar.keys))
            traces.push_back({scalar.place, run.parent_path() / scalar.text});
    return traces;
}

}  // namespace gateway
