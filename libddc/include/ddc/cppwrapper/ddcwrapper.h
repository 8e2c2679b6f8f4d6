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

/// Access to the DDC instance that DDC_NAME names (default "vcg"), created where there is none.
///
/// No call throws. A read returns false and leaves its variable as it was when the entry is empty,
/// holds another type, or the id is out of range. A save creates or overwrites, changing the type
/// if need be, and returns false when the id is out of range or the table could not be written.
///
/// A thread that polls boolean entries as false may be kept waiting inside readDataBool until one
/// of them changes, up to DDC_POLL_ASSIST_US microseconds (default 5000, 0 turns it off), so that
/// a program that sleeps between polls answers at once.
class DdcWrapper {
  public:
    DdcWrapper();
    ~DdcWrapper();
    DdcWrapper(DdcWrapper&&) noexcept;
    DdcWrapper& operator=(DdcWrapper&&) noexcept;

    bool isDdcOpen() const;

    bool readDataBool(int id, bool& value);
    bool readDataInt32(int id, std::int32_t& value);
    bool readDataDouble(int id, double& value);
    bool readDataString(int id, std::string& value);

    bool saveDataBool(int id, bool value);
    bool saveDataInt32(int id, std::int32_t value);
    bool saveDataDouble(int id, double value);
    bool saveDataString(int id, const std::string& value);
    bool saveDataNoData(int id);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace ddc
}  // namespace cpp
}  // namespace dsa

#endif
