// SPDX-License-Identifier: MIT
#include "list_table.hpp"

#include "frozen/word_meaning.hpp"
#include "read_distribution.hpp"

#include <plant/csv_reader.hpp>
#include <plant/file_error.hpp>

#include <fstream>
#include <memory>
#include <set>
#include <string>

namespace gateway::campaign {
namespace {

class ListReader {
  public:
    explicit ListReader(const std::filesystem::path& file)
        : csv_(std::make_unique<std::ifstream>(file), file.string()) {}

    std::vector<Parameter> read() {
        if (!csv_.next_row()) fail_at_end("needs a first line with paths and a line for each run");
        const auto paths = cells();
        if (std::set<std::string>(paths.begin(), paths.end()).size() != paths.size())
            fail(csv_.line(), "has a path twice");
        std::vector<std::vector<Distribution::Value>> columns(paths.size());
        while (csv_.next_row()) add_row(columns);
        if (columns.front().empty()) fail_at_end("has no run");
        std::vector<Parameter> parameters;
        for (std::size_t i = 0; i < paths.size(); ++i)
            parameters.push_back({paths[i], Distribution::among(std::move(columns[i]))});
        return parameters;
    }

  private:
    std::vector<std::string> cells() {
        std::vector<std::string> cells;
        while (csv_.more()) cells.emplace_back(csv_.field());
        return cells;
    }
    void add_row(std::vector<std::vector<Distribution::Value>>& columns) {
        const auto cells = this->cells();
        if (cells.size() != columns.size())
            fail(csv_.line(), "must have " + std::to_string(columns.size()) + " cells, has " +
                                  std::to_string(cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            columns[i].push_back(meaning_of_data(cells[i]));
    }
    /// Reports an error in the last line.
    [[noreturn]] void fail_at_end(const std::string& reason) const {
        fail(csv_.line() - 1, reason);
    }
    [[noreturn]] void fail(int line, const std::string& reason) const {
        throw plant::FileError(csv_.name(), line, 0, "", reason);
    }

    plant::CsvReader csv_;
};

}  // namespace

std::vector<Parameter> load_list(const std::filesystem::path& file) {
    return ListReader(file).read();
}

}  // namespace gateway::campaign
