// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace plant {

/// Coefficients of the Magic Formula 5.2 (PAC2002) with combined slip, with the names of a .tir
/// file: p pure slip, r combined slip, q and s aligning moment, l scaling factors; x, y, z the
/// axis. The source defines each of them; lengths are in m, loads in N. Camber, turn slip and
/// inflation pressure are not modelled; their coefficients are omitted. Source: H. B. Pacejka, Tyre
/// and Vehicle Dynamics, section 4.3.2; MF-Tyre 5.2.
struct Mf52 {
    double fnomin = 0.0, unloaded_radius = 0.0;
    double pcx1 = 0.0, pdx1 = 0.0, pdx2 = 0.0, pex1 = 0.0, pex2 = 0.0, pex3 = 0.0, pex4 = 0.0;
    double pkx1 = 0.0, pkx2 = 0.0, pkx3 = 0.0, phx1 = 0.0, phx2 = 0.0, pvx1 = 0.0, pvx2 = 0.0;
    double rbx1 = 0.0, rbx2 = 0.0, rcx1 = 0.0, rex1 = 0.0, rex2 = 0.0, rhx1 = 0.0;
    double pcy1 = 0.0, pdy1 = 0.0, pdy2 = 0.0, pey1 = 0.0, pey2 = 0.0, pey3 = 0.0;
    double pky1 = 0.0, pky2 = 0.0, phy1 = 0.0, phy2 = 0.0, pvy1 = 0.0, pvy2 = 0.0;
    double rby1 = 0.0, rby2 = 0.0, rby3 = 0.0, rcy1 = 0.0, rey1 = 0.0, rey2 = 0.0;
    double rhy1 = 0.0, rhy2 = 0.0, rvy1 = 0.0, rvy2 = 0.0, rvy4 = 0.0, rvy5 = 0.0, rvy6 = 0.0;
    double qbz1 = 0.0, qbz2 = 0.0, qbz3 = 0.0, qbz9 = 0.0, qbz10 = 0.0, qcz1 = 0.0;
    double qdz1 = 0.0, qdz2 = 0.0, qdz6 = 0.0, qdz7 = 0.0;
    double qez1 = 0.0, qez2 = 0.0, qez3 = 0.0, qez4 = 0.0, qhz1 = 0.0, qhz2 = 0.0;
    double ssz1 = 0.0, ssz2 = 0.0;
    double lfzo = 1.0, lcx = 1.0, lmux = 1.0, lex = 1.0, lkx = 1.0, lhx = 1.0, lvx = 1.0;
    double lcy = 1.0, lmuy = 1.0, ley = 1.0, lky = 1.0, lhy = 1.0, lvy = 1.0;
    double ltr = 1.0, lres = 1.0, lxal = 1.0, lyka = 1.0, lvyka = 1.0, ls = 1.0;
    /// Side of the vehicle that the coefficients describe: left (1) or right (-1). The other side
    /// is mirrored.
    double side = 1.0;
};

}  // namespace plant
