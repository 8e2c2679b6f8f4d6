// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway::campaign {

/// Rows that cannot be trusted: of another plan, broken, or two of one run that differ. The message
/// names the file or the run.
class StoreError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A part of a campaign's runs, which one worker takes at a time, and where its rows are.
struct Shard {
    std::filesystem::path folder;  ///< of the campaign
    std::string plan;              ///< digest
    std::uint64_t number = 0;
    std::uint64_t first = 0, end = 0;  ///< its runs, the last one excluded
    bool is_repeatable = true;         ///< two results of one run must be equal

    std::filesystem::path done() const;
    std::filesystem::path part_folder() const;
};

/// Files of rows that are not published, of every shard.
using Parts = std::map<std::uint64_t, std::vector<std::filesystem::path>>;
/// Those that a campaign's folder has now; files of others are passed over.
Parts list_parts(const std::filesystem::path& folder);

/// Adds rows by index.
class RowSet {
  public:
    /// @param is_repeatable two results of one run must be equal; else the first counts
    explicit RowSet(bool is_repeatable = true) : is_repeatable_(is_repeatable) {}

    /// Takes a result in the place of a run that could not be made.
    /// @throws StoreError if there is one of that run with another result
    void add(Row row);
    bool has(std::uint64_t run) const { return rows_.count(run) > 0; }
    std::size_t size() const { return rows_.size(); }
    const std::map<std::uint64_t, Row>& rows() const { return rows_; }

  private:
    bool is_repeatable_;
    std::map<std::uint64_t, Row> rows_;
};

/// Adds the rows of a part, up to the first that is torn; those of a worker that has only begun are
/// none. A file that has gone meanwhile has none either.
/// @throws StoreError for one of another plan, or a row that differs
void read_part(const Shard& shard, const std::filesystem::path& part, RowSet& rows);
/// Adds those of the published file, if it is there. @return whether it is
/// @throws StoreError for one that is broken, of another plan, or a row that differs
bool read_done(const Shard& shard, RowSet& rows);
/// All rows that there are of a shard, published or not.
/// @throws StoreError as above
RowSet read_shard(const Shard& shard, const Parts& parts);

}  // namespace gateway::campaign
