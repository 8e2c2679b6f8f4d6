// SPDX-License-Identifier: MIT
#include "trace.hpp"

#include "csv_table.hpp"
#include "mcap_trace.hpp"

#include <fstream>
#include <utility>

namespace gateway {
namespace {

class CsvTrace : public Trace {
  public:
    explicit CsvTrace(const std::filesystem::path& file)
        : table_(file, "a trace has a line of names and rows of numbers") {
        set_columns(table_.columns());
    }

    bool next_row() override { return table_.next_row(); }
    std::string text(std::size_t column) const override { return std::string(table_.text(column)); }
    double number(std::size_t column, const plant::Range& range) const override {
        return table_.number(column, range);
    }
    std::optional<double> finite(std::size_t column) const override {
        return table_.finite(column);
    }
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const override {
        table_.fail(key, reason);
    }

    double share() const override { return table_.share(); }

  private:
    CsvTable table_;
};

}  // namespace

std::optional<std::size_t> Trace::find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void Trace::set_columns(std::vector<std::string> columns) {
    columns_ = std::move(columns);
    for (std::size_t i = 0; i < columns_.size(); ++i) places_.try_emplace(columns_[i], i);
}

std::optional<std::size_t> Trace::time() const {
    const auto seconds = find("t_s");
    return seconds ? seconds : find("t");
}

void log_notes(const Trace& trace, const std::string& file, const Log& log) {
    for (const std::string& note : trace.notes()) log(file + ": " + note);
}

std::unique_ptr<Trace> open_trace(const std::filesystem::path& file) {
    if (is_mcap(file)) return std::make_unique<McapTrace>(file, std::vector<std::string>{});
    return std::make_unique<CsvTrace>(file);
}

std::unique_ptr<Trace> open_recording(const std::filesystem::path& file,
                                      const std::vector<std::string>& topics) {
    return std::make_unique<McapTrace>(file, topics);
}

}  // namespace gateway
