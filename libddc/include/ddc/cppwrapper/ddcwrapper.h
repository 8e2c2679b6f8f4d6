// SPDX-License-Identifier: MIT
// The interface that existing VCG programs are written against. C++11.
#ifndef DDC_CPPWRAPPER_DDCWRAPPER_H
#define DDC_CPPWRAPPER_DDCWRAPPER_H

#include <cstdint>
#include <memory>
#include <string>

namespace dsa {
namespace cpp {
namespace ddc {

/// Access to the table that DDC_NAME names (default "vcg"). The constructor creates it if it does
/// not exist.
///
/// No call throws. A read returns false and leaves its variable unchanged when the entry is empty,
/// holds another type, or the id is out of range. A save creates or overwrites the entry, changes
/// its type if necessary, and returns false when the id is out of range or the table could not be
/// written. An object must not be used by two threads at once.
///
/// If a thread polls boolean entries that are false, readDataBool may wait until one of them
/// changes, for at most DDC_POLL_ASSIST_US microseconds (default 5000, 0 turns it off). A program
/// that sleeps between polls then answers without that delay.
class DdcWrapper {
  public:
    DdcWrapper();
    ~DdcWrapper();
    DdcWrapper(DdcWrapper&&) noexcept;
    DdcWrapper& operator=(DdcWrapper&&) noexcept;

    /// False if the table could not be opened or has been truncated.
    bool isDdcOpen() const;

    bool readDataBool(int id, bool& value);
    bool readDataInt32(int id, std::int32_t& value);
    bool readDataDouble(int id, double& value);
    bool readDataString(int id, std::string& value);

    bool saveDataBool(int id, bool value);
    bool saveDataInt32(int id, std::int32_t value);
    bool saveDataDouble(int id, double value);
    bool saveDataString(int id, const std::string& value);
    /// Empties the entry.
    bool saveDataNoData(int id);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace ddc
}  // namespace cpp
}  // namespace dsa

#endif
