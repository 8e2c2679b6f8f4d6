// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Most that an archive may contain.
struct ArchiveLimits {
    std::size_t entries = 10'000;
    /// The entries together, as they are unpacked. Sizes that an archive states are refused if
    /// they are above it, and otherwise not relied on.
    std::uint64_t bytes = std::uint64_t{1} << 30U;
};

struct ArchiveEntry {
    std::string name;  ///< path in the archive, with slashes; that of a folder ends with one
    std::uint64_t stated_bytes = 0;
    bool is_executable = false;
};

/// An archive (ZIP) of unknown origin. Each entry has been checked before anything is read or
/// unpacked: refused are names that leave the folder, links and devices, encryption, compression
/// other than deflate, two entries of one name, and too many or too large ones. The memory in use
/// does not depend on what the archive states.
class Archive {
  public:
    /// @throws std::runtime_error "FILE: reason", with the name of the entry
    explicit Archive(const std::filesystem::path& file, const ArchiveLimits& limits = {});
    ~Archive();
    Archive(Archive&&) noexcept;
    Archive& operator=(Archive&&) noexcept;

    /// As given to the constructor.
    const std::string& name() const;
    /// In the order of the archive.
    const std::vector<ArchiveEntry>& entries() const;
    /// Whether it has a file of that name.
    bool has(const std::string& entry) const;

    /// The content of a file.
    /// @throws std::runtime_error "FILE: ENTRY: reason" if there is no such entry, it is larger
    /// than `most_bytes`, or it is damaged
    std::string read(const std::string& entry, std::size_t most_bytes) const;

    /// Unpacks all entries. Files are readable, writable and, where the archive says so, executable
    /// by the user alone.
    /// @param folder must exist and be empty; after an error it is empty again
    /// @throws std::runtime_error "FILE: ENTRY: reason"
    void unpack(const std::filesystem::path& folder) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gateway::fmu
