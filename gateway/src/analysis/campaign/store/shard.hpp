// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway::campaign {

/// Invalid rows: of another plan, damaged, or two of one run with different results. The message
/// names the file or the run.
class StoreError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A part of a campaign's runs, which is executed by one worker, and the location of its rows.
struct Shard {
    std::filesystem::path folder;  ///< of the campaign
    std::string plan;              ///< digest of the plan
    std::uint64_t number = 0;
    std::uint64_t first = 0, end = 0;  ///< its runs, `end` excluded
    bool is_repeatable = true;         ///< two results of one run must be equal

    std::filesystem::path done() const;
    std::filesystem::path part_folder() const;
};

/// The files of unpublished rows of each shard.
using Parts = std::map<std::uint64_t, std::vector<std::filesystem::path>>;
/// Lists the parts in a campaign's folder; ignores other files.
Parts list_parts(const std::filesystem::path& folder);

/// A set of rows, ordered by run.
class RowSet {
  public:
    /// @param is_repeatable two results of one run must be equal; else the first counts
    explicit RowSet(bool is_repeatable = true) : is_repeatable_(is_repeatable) {}

    /// Adds a row; a result replaces an error of the same run.
    /// @throws StoreError if the run has another result already
    void add(Row row);
    bool has(std::uint64_t run) const { return rows_.count(run) > 0; }
    std::size_t size() const { return rows_.size(); }
    const std::map<std::uint64_t, Row>& rows() const { return rows_; }

  private:
    bool is_repeatable_;
    std::map<std::uint64_t, Row> rows_;
};

/// Adds the rows of a part up to the first incomplete one. A new part may be empty; a file that was
/// removed in the meantime has no rows.
/// @throws StoreError for a part of another plan, or a row that differs
void read_part(const Shard& shard, const std::filesystem::path& part, RowSet& rows);
/// Adds the rows of the published file. @return false if it does not exist
/// @throws StoreError for a file that is damaged or of another plan, or a row that differs
bool read_done(const Shard& shard, RowSet& rows);
/// All rows of a shard, published or not.
/// @throws StoreError as read_part() and read_done()
RowSet read_shard(const Shard& shard, const Parts& parts);

}  // namespace gateway::campaign
