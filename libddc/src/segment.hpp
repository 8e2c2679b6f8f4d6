// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"
#include "mapping.hpp"
#include "object_file.hpp"

#include <ddc/table.hpp>

#include <string>

namespace ddc {

/// The shared-memory object of a table, checked and mapped.
///
/// Every process that has a table open holds a shared flock on it, and a process that is creating
/// it an exclusive one. The kernel releases both when the process dies. Therefore the next process
/// completes an interrupted creation, and the flocks show whether a table is in use.
class Segment {
  public:
    enum class Mode { create_only, open_only, open_or_create };

    /// @throws TableError
    Segment(const TableOptions& options, Mode mode);

    layout::Header& header() const noexcept;
    layout::Lock& lock() const noexcept;
    layout::Cell* cells() const noexcept;
    layout::Text* texts() const noexcept;
    layout::Claim* claims() const noexcept;
    layout::Waits* waits() const noexcept;
    Id capacity() const noexcept { return capacity_; }
    /// See Table::ownership_problem.
    const std::string& ownership_problem() const noexcept { return ownership_problem_; }
    const std::atomic<bool>& is_cut() const noexcept { return mapping_.is_cut(); }

  private:
    /// What prevents attaching now, but may be over later.
    enum class Obstacle {
        none,
        half_created,
        changing,  ///< it is being created or removed at this moment
        locked,    ///< another process holds its file lock
        foreign,   ///< not to be trusted, unless its creation is still in progress
    };

    Obstacle try_attach(const TableOptions& options, Mode mode);
    Obstacle open_object(const TableOptions& options, Mode mode);
    Obstacle finish_creation(const TableOptions& options);
    void initialise(const TableOptions& options);
    void map(const TableOptions& options);
    [[noreturn]] void give_up(Obstacle obstacle, const std::string& table) const;

    ObjectFile object_;
    Mapping mapping_;
    Id capacity_ = 0;
    std::optional<gid_t> group_;
    std::string ownership_problem_;
};

/// The problem of a header, or "" if it can be trusted.
/// @param file_size size of the object it was read from
std::string header_problem(const layout::Header& header, std::uint64_t file_size);

/// Reads the header without mapping anything. @return bytes read
std::size_t read_header(int descriptor, layout::Header& header);

}  // namespace ddc
