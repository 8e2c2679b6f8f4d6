// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// What the road does to each wheel, in the wheel's frame.
template <class W>
struct TyreForces {
    W x;  ///< along the wheel, positive drives
    W y;  ///< to the left
    W z;  ///< aligning moment about the contact's vertical
};

}  // namespace plant
