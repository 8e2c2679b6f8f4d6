// SPDX-License-Identifier: MIT
#include "list_table.hpp"

#include "frozen/word_meaning.hpp"
#include "read_distribution.hpp"

#include <plant/file_error.hpp>

#include <fstream>
#include <set>
#include <string>

namespace gateway::campaign {
namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = line.find(',', begin);
        cells.push_back(trimmed(line.substr(begin, end == std::string::npos ? end : end - begin)));
        if (end == std::string::npos) break;
    }
    return cells;
}

class ListReader {
  public:
    explicit ListReader(const std::filesystem::path& file) : file_(file.string()), in_(file) {}

    std::vector<Parameter> read() {
        if (!next_line()) fail("must have a first line with paths and a line for each run");
        const auto paths = cells_of(text_);
        if (std::set<std::string>(paths.begin(), paths.end()).size() != paths.size())
            fail("has a path twice");
        std::vector<std::vector<Distribution::Value>> columns(paths.size());
        while (next_line()) add_row(columns);
        if (columns.front().empty()) fail("has no run");
        std::vector<Parameter> parameters;
        for (std::size_t i = 0; i < paths.size(); ++i)
            parameters.push_back({paths[i], Distribution::among(std::move(columns[i]))});
        return parameters;
    }

  private:
    bool next_line() {
        while (std::getline(in_, text_)) {
            if (++line_ == 1 && text_.rfind("\xef\xbb\xbf", 0) == 0) text_.erase(0, 3);
            if (!trimmed(text_).empty()) return true;
        }
        return false;
    }
    void add_row(std::vector<std::vector<Distribution::Value>>& columns) const {
        const auto cells = cells_of(text_);
        if (cells.size() != columns.size())
            fail("must have " + std::to_string(columns.size()) + " cells, has " +
                 std::to_string(cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            columns[i].push_back(meaning_of_data(cells[i]));
    }
    [[noreturn]] void fail(const std::string& reason) const {
        throw plant::FileError(file_, line_, 0, "", reason);
    }

    std::string file_;
    std::ifstream in_;
    int line_ = 0;
    std::string text_;
};

}  // namespace

std::vector<Parameter> load_list(const std::filesystem::path& file) {
    return ListReader(file).read();
}

}  // namespace gateway::campaign
