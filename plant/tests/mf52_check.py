#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the forces of a program with the Magic Formula 5.2, written here from the book.

usage: mf52_check.py PROGRAM FILE.tir

The program prints a CSV of slips, loads, frictions and forces. Every force must agree with the
formulas (Pacejka, Tyre and Vehicle Dynamics, section 4.3.2, without camber) to 1e-9 of the load.
"""
import csv
import re
import subprocess
import sys
from math import atan, cos, exp, pi, sin, sqrt, tan


def coefficients(path):
    found = {}
    for line in open(path, encoding="utf-8"):
        match = re.match(r"\s*(\w+)\s*=\s*([-+.\deE]+)\s*$", line.split("$")[0])
        if match:
            found[match.group(1)] = float(match.group(2))
    return found


def sgn(x):
    return -1.0 if x < 0 else 1.0


def magic(func, b, c, e, x):
    return func(c * atan(b * x - e * (b * x - atan(b * x))))


def mf52(p, kappa, alpha, fz, mu):
    fz0 = p["FNOMIN"] * p["LFZO"]
    dfz = (fz - fz0) / fz0
    lmux, lmuy = p["LMUX"] * mu, p["LMUY"] * mu
    r0 = p["UNLOADED_RADIUS"]

    # Pure longitudinal slip
    shx = (p["PHX1"] + p["PHX2"] * dfz) * p["LHX"]
    kx_slip = kappa + shx
    cx = p["PCX1"] * p["LCX"]
    dx = (p["PDX1"] + p["PDX2"] * dfz) * lmux * fz
    ex = (p["PEX1"] + p["PEX2"] * dfz + p["PEX3"] * dfz**2) * (1 - p["PEX4"] * sgn(kx_slip)) * p["LEX"]
    kx = fz * (p["PKX1"] + p["PKX2"] * dfz) * exp(p["PKX3"] * dfz) * p["LKX"]
    svx = fz * (p["PVX1"] + p["PVX2"] * dfz) * p["LVX"] * lmux
    fx0 = dx * magic(sin, kx / (cx * dx), cx, min(ex, 1), kx_slip) + svx

    # Pure lateral slip
    shy = (p["PHY1"] + p["PHY2"] * dfz) * p["LHY"]
    ay = alpha + shy
    cy = p["PCY1"] * p["LCY"]
    muy = (p["PDY1"] + p["PDY2"] * dfz) * lmuy
    dy = muy * fz
    ey = (p["PEY1"] + p["PEY2"] * dfz) * (1 - p["PEY3"] * sgn(ay)) * p["LEY"]
    ky = p["PKY1"] * fz0 * sin(2 * atan(fz / (p["PKY2"] * fz0))) * p["LKY"]
    by = ky / (cy * dy)
    svy = fz * (p["PVY1"] + p["PVY2"] * dfz) * p["LVY"] * lmuy
    fy0 = dy * magic(sin, by, cy, min(ey, 1), ay) + svy

    # Combined slip: the slips at the peaks are proportional to the friction of the road, and so is
    # the reduction of each force by the other slip.
    kappa_w, alpha_w = kappa / mu, alpha / mu
    bxa = p["RBX1"] * cos(atan(p["RBX2"] * kappa_w)) * p["LXAL"]
    exa = min(p["REX1"] + p["REX2"] * dfz, 1)
    shxa = p["RHX1"]
    fx = fx0 * magic(cos, bxa, p["RCX1"], exa, alpha_w + shxa) / magic(cos, bxa, p["RCX1"], exa, shxa)

    byk = p["RBY1"] * cos(atan(p["RBY2"] * (alpha_w - p["RBY3"]))) * p["LYKA"]
    eyk = min(p["REY1"] + p["REY2"] * dfz, 1)
    shyk = p["RHY1"] + p["RHY2"] * dfz
    dvyk = muy * fz * (p["RVY1"] + p["RVY2"] * dfz) * cos(atan(p["RVY4"] * alpha_w))
    svyk = dvyk * sin(p["RVY5"] * atan(p["RVY6"] * kappa_w)) * p["LVYKA"]
    gyk = magic(cos, byk, p["RCY1"], eyk, kappa_w + shyk) / magic(cos, byk, p["RCY1"], eyk, shyk)
    fy_weighted = fy0 * gyk
    fy = fy_weighted + svyk

    # Aligning moment: 4.E31 and 4.E71 to 4.E78
    at = alpha + p["QHZ1"] + p["QHZ2"] * dfz  # 4.E34, 4.E35
    ar = alpha + shy + svy / ky  # 4.E37, 4.E38
    at_eq = sgn(at) * atan(sqrt(tan(at) ** 2 + (kx * kappa / ky) ** 2))  # 4.E77
    ar_eq = sgn(ar) * atan(sqrt(tan(ar) ** 2 + (kx * kappa / ky) ** 2))  # 4.E78
    bt = (p["QBZ1"] + p["QBZ2"] * dfz + p["QBZ3"] * dfz**2) * p["LKY"] / lmuy  # 4.E40
    ct = p["QCZ1"]  # 4.E41
    dt = fz * (p["QDZ1"] + p["QDZ2"] * dfz) * r0 / p["FNOMIN"] * p["LTR"]  # 4.E42, 4.E43
    # 4.E44: the slip angle, not the equivalent one of both slips
    et = (p["QEZ1"] + p["QEZ2"] * dfz + p["QEZ3"] * dfz**2) * (
        1 + p["QEZ4"] * 2 / pi * atan(bt * ct * at))
    trail = dt * magic(cos, bt, ct, min(et, 1), at_eq) * cos(alpha)  # 4.E73
    br = p["QBZ9"] * p["LKY"] / lmuy + p["QBZ10"] * by * cy  # 4.E45
    dr = fz * (p["QDZ6"] + p["QDZ7"] * dfz) * r0 * p["LRES"] * lmuy  # 4.E47
    mzr = dr * cos(atan(br * ar_eq)) * cos(alpha)  # 4.E75
    s = (p["SSZ1"] + p["SSZ2"] * fy / p["FNOMIN"]) * r0 * p["LS"]  # 4.E76
    return fx, fy, -trail * fy_weighted + mzr + s * fx


def main():
    program, tir = sys.argv[1:]
    p = coefficients(tir)
    output = subprocess.run([program, tir], check=True, capture_output=True, text=True).stdout
    worst, count = 0.0, 0
    for row in csv.DictReader(output.splitlines()):
        row = {key: float(value) for key, value in row.items()}
        expected = mf52(p, row["slip_ratio"], row["slip_angle_rad"], row["load_n"], row["friction"])
        for name, value in zip(("x_n", "y_n", "z_nm"), expected):
            worst = max(worst, abs(row[name] - value) / row["load_n"])
            count += 1
    print(f"{count} forces, largest difference {worst:.2e} of the load")
    return 0 if count > 1000 and worst < 1e-9 else 1


if __name__ == "__main__":
    sys.exit(main())
