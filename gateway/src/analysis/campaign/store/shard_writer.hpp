// SPDX-License-Identifier: MIT
#pragma once

#include "shard.hpp"

#include <string>

namespace gateway::campaign {

/// Writes the rows of a shard into a file of its own and at last publishes that, unless another
/// worker was faster. Safe to be used twice for a shard at once, on one machine or several, and to
/// be killed at any time: the next one takes over what is there.
class ShardWriter {
  public:
    /// Takes over all rows of the shard that there are.
    /// @param provenance JSON, for the first line
    /// @throws StoreError as of read_shard(), std::system_error if the file cannot be written
    ShardWriter(Shard shard, const std::string& provenance);
    ~ShardWriter();
    ShardWriter(const ShardWriter&) = delete;
    ShardWriter& operator=(const ShardWriter&) = delete;

    /// Nothing is left to do.
    bool is_published() const { return is_published_; }
    bool has(std::uint64_t run) const { return rows_.has(run); }
    const RowSet& rows() const { return rows_; }

    /// @throws std::system_error if it cannot be written; then no other row can be
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

/// Removes the parts of a shard that workers of this machine left which are no more. Parts of other
/// machines stay: only there can be told whether their processes are alive.
/// @pre the shard is published
void remove_left_parts(const Shard& shard);

/// The name of this machine, as parts of files can have it.
std::string host_name();

}  // namespace gateway::campaign
