// SPDX-License-Identifier: MIT
#pragma once

#include "shard.hpp"

#include <string>

namespace gateway::campaign {

/// Writes the rows of a shard to a separate file and finally publishes the file, unless another
/// worker was faster. Several processes, also on several machines, may write the same shard at
/// once, and may be killed at any time: the next one reuses the existing rows.
class ShardWriter {
  public:
    /// Reads all existing rows of the shard.
    /// @param provenance JSON, for the first line
    /// @throws StoreError as read_shard(), std::system_error if the file cannot be written
    ShardWriter(Shard shard, const std::string& provenance);
    ~ShardWriter();
    ShardWriter(const ShardWriter&) = delete;
    ShardWriter& operator=(const ShardWriter&) = delete;

    /// Whether the shard is published.
    bool is_published() const { return is_published_; }
    bool has(std::uint64_t run) const { return rows_.has(run); }
    const RowSet& rows() const { return rows_; }

    /// Adds a row.
    /// @throws std::system_error if it cannot be written; further rows cannot be added then
    void add(const Row& row);
    /// @pre has() of every run of the shard
    /// @throws std::system_error, and StoreError if another worker was faster with other results
    void publish();

  private:
    void take_over(const Parts& parts);
    void open_part();
    void write(const std::string& line);
    void sync_and_close();
    bool link_to_done() const;

    Shard shard_;
    RowSet rows_;
    std::filesystem::path part_;
    int descriptor_ = -1;
    bool is_published_ = false;
};

/// Removes the parts of a shard that ended workers of this machine have left. Parts of other
/// machines stay, since only those machines can check whether the processes run.
/// @pre the shard is published
void remove_left_parts(const Shard& shard);

/// The name of this machine, without characters that are invalid in file names.
std::string host_name();

}  // namespace gateway::campaign
