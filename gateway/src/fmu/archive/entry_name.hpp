// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gateway::fmu {

/// Why an archive must not have an entry with that name; empty if it may. A name is a relative path
/// with slashes, in UTF-8; that of a folder ends with a slash.
std::string name_complaint(std::string_view name);

/// The names of an archive's entries, which must differ by more than the case of their letters. No
/// name may be one of a file and of a folder.
class EntryNames {
  public:
    /// @return the error, as of name_complaint() or of a name that the archive has already; empty
    /// if the name was added
    std::string add(const std::string& name);

  private:
    std::set<std::string> files_, folders_, listed_folders_;  ///< in lower case
};

}  // namespace gateway::fmu
