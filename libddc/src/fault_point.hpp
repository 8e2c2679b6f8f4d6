// SPDX-License-Identifier: MIT
#pragma once

/// Named points inside an operation at which the kill tests end the process. They exist only in
/// the build of libddc that those tests link (DDC_FAULT_POINTS); elsewhere they are empty.
#ifdef DDC_FAULT_POINTS
namespace ddc::fault {
/// Defined by the test: called with the name of each point that is reached.
void passing(const char* point) noexcept;
}  // namespace ddc::fault
#define DDC_FAULT_POINT(name) ::ddc::fault::passing(name)
#else
#define DDC_FAULT_POINT(name) static_cast<void>(0)
#endif
