// SPDX-License-Identifier: MIT
// C++11.
#ifndef DDC_STANDARD_STREAMS_HPP
#define DDC_STANDARD_STREAMS_HPP

#include <fcntl.h>
#include <unistd.h>

namespace ddc {

/// Opens /dev/null for each of the descriptors 0, 1 and 2 that is closed, for example by an init
/// script or `2>&-`. Call it first in main(): otherwise the next file that the process opens is its
/// standard error, and messages are written into that file. Child processes inherit the
/// descriptors.
inline void open_standard_streams() {
    int descriptor;
    do descriptor = ::open("/dev/null", O_RDWR);  // the lowest that is free
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0) ::close(descriptor);
}

}  // namespace ddc

#endif
