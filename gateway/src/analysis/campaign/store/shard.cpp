// SPDX-License-Identifier: MIT
#include "shard.hpp"

#include "verdict.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::error_code none;
    const auto size = fs::file_size(file, none);
    if (!in || none) return std::nullopt;
    std::string bytes(size, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

/// The complete lines of a text, without newlines. A last line without a newline is ignored.
class WholeLines {
  public:
    explicit WholeLines(std::string_view text) : text_(text) {}

    std::optional<std::string_view> next() {
        const std::size_t end = text_.find('\n');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view line = text_.substr(0, end);
        text_.remove_prefix(end + 1);
        return line;
    }
    bool is_at_end() const { return text_.empty(); }

  private:
    std::string_view text_;
};

bool has_row(const Shard& shard, const std::optional<Row>& row) {
    return row && row->run >= shard.first && row->run < shard.end;
}

/// @return whether all lines are rows of the shard
bool read_lines(const Shard& shard, const fs::path& file, const std::string& text, RowSet& rows) {
    WholeLines lines(text);
    const auto first = lines.next();
    const auto plan = first ? read_header(*first) : std::nullopt;
    if (!plan) return false;
    if (*plan != shard.plan)
        throw StoreError(file.string() +
                         ": has rows of another plan; each plan of a campaign needs a separate "
                         "folder");
    while (const auto line = lines.next()) {
        auto row = read_row(*line);
        if (!has_row(shard, row)) return false;
        rows.add(std::move(*row));
    }
    return lines.is_at_end();
}

/// The shard in the name of a part: 12 for "12.host.3456.jsonl".
std::optional<std::uint64_t> number_of(const std::string& name) {
    std::uint64_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec != std::errc() || *read.ptr != '.') return std::nullopt;
    if (fs::path(name).extension() != ".jsonl") return std::nullopt;
    return number;
}

}  // namespace

fs::path Shard::done() const {
    return folder / "done" / (std::to_string(number) + ".jsonl");
}

fs::path Shard::part_folder() const {
    return folder / "part";
}

Parts list_parts(const fs::path& folder) {
    Parts parts;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(folder / "part", missing))
        if (const auto number = number_of(entry.path().filename().string()))
            parts[*number].push_back(entry.path());
    for (auto& [number, files] : parts) std::sort(files.begin(), files.end());
    return parts;
}

void RowSet::add(Row row) {
    const std::uint64_t run = row.run;
    const auto [place, is_new] = rows_.try_emplace(run, std::move(row));  // moved only if it is new
    if (is_new || !is_made(row)) return;
    if (!is_made(place->second))
        place->second = std::move(row);
    else if (is_repeatable_ && place->second.result != row.result)
        throw StoreError("run " + std::to_string(row.run) +
                         ": has two different results, so it is not repeatable: " +
                         place->second.result + " and " + row.result);
}

void read_part(const Shard& shard, const fs::path& part, RowSet& rows) {
    if (const auto text = bytes_of(part)) read_lines(shard, part, *text, rows);
}

bool read_done(const Shard& shard, RowSet& rows) {
    const auto text = bytes_of(shard.done());
    if (!text) return false;
    RowSet own(shard.is_repeatable);
    if (!read_lines(shard, shard.done(), *text, own) || own.size() != shard.end - shard.first)
        throw StoreError(shard.done().string() +
                         ": is damaged; delete it to execute its runs again");
    for (const auto& [run, row] : own.rows()) rows.add(row);
    return true;
}

RowSet read_shard(const Shard& shard, const Parts& parts) {
    RowSet rows(shard.is_repeatable);
    read_done(shard, rows);
    const auto found = parts.find(shard.number);
    if (found == parts.end()) return rows;
    for (const fs::path& part : found->second) read_part(shard, part, rows);
    return rows;
}

}  // namespace gateway::campaign
