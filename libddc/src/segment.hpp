// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"

#include <ddc/table.hpp>

#include <boost/interprocess/mapped_region.hpp>
#include <boost/interprocess/shared_memory_object.hpp>

#include <string>

namespace ddc {

/// The shared-memory object behind a table, checked and mapped.
///
/// Every process that has a table open holds a shared flock on it for as long, and whoever is
/// creating it an exclusive one. The kernel drops both when the process dies, so a creation cut
/// short is finished by the next process that comes, and "unused" is a question for the kernel.
class Segment {
  public:
    enum class Mode { create_only, open_only, open_or_create };

    /// @throws TableError
    Segment(const TableOptions& options, Mode mode);

    layout::Header& header() const noexcept;
    layout::Lock& lock() const noexcept;
    layout::Cell* cells() const noexcept;
    layout::Text* texts() const noexcept;
    Id capacity() const noexcept { return capacity_; }

  private:
    bool try_attach(const TableOptions& options, Mode mode);
    void initialise(const TableOptions& options);
    void map(const TableOptions& options);

    boost::interprocess::shared_memory_object object_;
    boost::interprocess::mapped_region region_;
    Id capacity_ = 0;
};

/// Name of a table's object below /dev/shm: "ddc." and the table's name.
std::string object_name(const std::string& table_name);
constexpr const char* object_prefix = "ddc.";
constexpr const char* object_directory = "/dev/shm";

/// @throws TableError(invalid) unless it is 1 to 64 letters, digits, '.', '_' or '-'
void check_table_name(const std::string& name);

/// What is wrong with a header that is about to be trusted, or "" if nothing is.
/// @param file_size size of the object it was read from
std::string header_problem(const layout::Header& header, std::uint64_t file_size);

/// Reads the header without mapping anything. @return bytes read
std::size_t read_header(int descriptor, layout::Header& header);

}  // namespace ddc
