#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Rayleigh-Taylor instability of cases/rayleigh-taylor by another method, to hold the case against: incompressible, on a
staggered grid over half a wave, density by WENO (Jiang & Shu 1996), Runge & Kutta's steps of order 3 (Shu & Osher 1988), each stage
projected with the density as it is. Writes time and both fronts, carried as points along the axes, in the columns of reference.csv."""
import argparse

import numpy as np

ATWOOD_DENSITIES = 3.0, 1.0
GRAVITY, HEIGHT, SWELL = 1.0, 4, 0.1


class Poisson:
    """div(1/rho grad p) = right side by conjugate gradients, preconditioned by a constant density: cosines along x, and along y by FFT."""

    def __init__(self, nx, ny, h):
        self.h, self.ny = h, ny
        self.along_x = np.cos(np.pi * np.outer(np.arange(nx), np.arange(nx) + 0.5) / nx) * np.sqrt(2 / nx)
        self.along_x[0] /= np.sqrt(2)
        self.stiff = ((2 - 2 * np.cos(np.pi * np.arange(nx) / nx))[:, None] + 2 - 2 * np.cos(np.pi * np.arange(ny) / ny)) / h**2
        self.stiff[0, 0] = 1
        self.turn = np.exp(-0.5j * np.pi * np.arange(ny) / ny)

    def constant(self, r):
        """Cosine transforms along y by one of as many points (Makhoul 1980)."""
        r = self.along_x @ r
        f = np.fft.fft(np.concatenate([r[:, ::2], r[:, 1::2][:, ::-1]], axis=1), axis=1)
        c = (f * self.turn).real / self.stiff
        c[0, 0] = 0
        mirrored = np.concatenate([0 * c[:, :1], c[:, :0:-1]], axis=1)
        v = np.fft.ifft((c - 1j * mirrored) / self.turn, axis=1).real
        p = np.empty_like(r)
        p[:, ::2], p[:, 1::2] = v[:, :(self.ny + 1) // 2], v[:, :(self.ny - 1) // 2:-1]
        return self.along_x.T @ p

    def apply(self, p, light_x, light_y):
        fx, fy = np.pad(light_x * np.diff(p, axis=0), ((1, 1), (0, 0))), np.pad(light_y * np.diff(p, axis=1), ((0, 0), (1, 1)))
        return -(np.diff(fx, axis=0) + np.diff(fy, axis=1)) / self.h**2

    def solve(self, b, p, light_x, light_y):
        r = b - self.apply(p, light_x, light_y)
        z = self.constant(r)
        d, rz = z, (r * z).sum()
        for _ in range(60):
            if np.sqrt((r * r).mean()) < 1e-7 * (1 + np.sqrt((b * b).mean())):
                break
            q = self.apply(d, light_x, light_y)
            a = rz / (d * q).sum()
            p, r = p + a * d, r - a * q
            z = self.constant(r)
            last, rz = rz, (r * z).sum()
            d = z + rz / last * d
        return p


def weno(a, b, c, d, e):
    """Value on the face behind c, of five cells in a row."""
    rough = (13 / 12 * (a - 2 * b + c)**2 + 0.25 * (a - 4 * b + 3 * c)**2, 13 / 12 * (b - 2 * c + d)**2 + 0.25 * (b - d)**2,
             13 / 12 * (c - 2 * d + e)**2 + 0.25 * (3 * c - 4 * d + e)**2)
    w = [share / (1e-6 + s)**2 for share, s in zip((0.1, 0.6, 0.3), rough)]
    parts = (2 * a - 7 * b + 11 * c, -b + 5 * c + 2 * d, 2 * c + 5 * d - e)
    return sum(x * y for x, y in zip(w, parts)) / (6 * sum(w))


def carried(rho, velocity, h):
    """Divergence of what flows through faces along the first axis; beyond the ends rho is mirrored."""
    q, n = np.concatenate([rho[2::-1], rho, rho[:-4:-1], rho[-3:-4:-1]]), len(rho) + 1
    at = [q[k:k + n] for k in range(6)]
    return np.diff(velocity * np.where(velocity > 0, weno(*at[:5]), weno(*at[:0:-1])), axis=0) / h


def rates(u, v, rho, nu, h):
    """Of velocities without pressure, and of density. Smooth walls at the sides are axes of symmetry; floor and lid hold fluid."""
    u_out = np.concatenate([-u[:, :1], u, -u[:, -1:]], axis=1)
    v_out = np.concatenate([v[:1], v, v[-1:]])
    mu, mu_out = nu * rho, nu * np.pad(rho, 1, mode="edge")
    corner = 0.25 * (mu_out[1:, 1:] + mu_out[:-1, 1:] + mu_out[1:, :-1] + mu_out[:-1, :-1])
    shear = corner * (np.diff(u_out, axis=1) + np.diff(v_out, axis=0)) / h
    crossed = 0.25 * (u_out[:, 1:] + u_out[:, :-1]) * (v_out[1:] + v_out[:-1])
    along, up = 0.5 * (u[1:] + u[:-1]), 0.5 * (v[:, 1:] + v[:, :-1])
    du, dv = np.zeros_like(u), np.zeros_like(v)
    du[1:-1] = (-np.diff(along**2, axis=0) - np.diff(crossed, axis=1)[1:-1]) / h + 2 / (rho[1:] + rho[:-1]) * (
        np.diff(2 * mu * np.diff(u, axis=0) / h, axis=0) + np.diff(shear, axis=1)[1:-1]) / h
    dv[:, 1:-1] = (-np.diff(up**2, axis=1) - np.diff(crossed, axis=0)[:, 1:-1]) / h - GRAVITY + 2 / (rho[:, 1:] + rho[:, :-1]) * (
        np.diff(2 * mu * np.diff(v, axis=1) / h, axis=1) + np.diff(shear, axis=0)[:, 1:-1]) / h
    return du, dv, -carried(rho, u, h) - carried(rho.T, v.T, h).T


def fronts_speed(v, places, h):
    """Of points on the two axes: there v is even in x, a parabola through two cells."""
    faces = np.arange(v.shape[1]) * h
    return np.array([np.interp(y, faces, (9 * a - b) / 8) for y, a, b in zip(places, (v[0], v[-1]), (v[1], v[-2]))])


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--cells", type=int, default=64, help="of a wave")
    p.add_argument("--reynolds", type=float, default=256, help="sqrt(wave gravity) wave / nu")
    p.add_argument("--end", type=float, default=5.0, help="s")
    a = p.parse_args()
    h, nx, ny, nu = 1 / a.cells, a.cells // 2, HEIGHT * a.cells, 1 / a.reynolds
    fine = 2 + SWELL * np.cos(2 * np.pi * (np.arange(nx * 16) + 0.5) * h / 16)
    above = np.clip(np.arange(1, ny + 1) - fine[:, None] / h, 0, 1).reshape(nx, 16, ny).mean(axis=1)
    rho = ATWOOD_DENSITIES[1] + (ATWOOD_DENSITIES[0] - ATWOOD_DENSITIES[1]) * above
    u, v, pressure, poisson = np.zeros((nx + 1, ny)), np.zeros((nx, ny + 1)), np.zeros((nx, ny)), Poisson(nx, ny, h)
    state = [u, v, rho, np.array([2 + SWELL, 2 - SWELL])]
    print("time,rising,falling")
    time, shown = 0.0, 0
    while True:
        u, v, _, places = state
        if time > 0.1 * shown - 1e-9:
            print(f"{time:.3f},{places[0]:.5f},{places[1]:.5f}", flush=True)
            shown += 1
        if time > a.end - 1e-9:
            break
        step = min(0.5 * h / (np.abs(u).max() + np.abs(v).max() + 1e-9), 0.11 * h * h / nu, 0.01, 0.1 * shown - time)
        now = state
        for old, new in ((0, 1), (0.75, 0.25), (1 / 3, 2 / 3)):
            rate = [*rates(*now[:3], nu, h), fronts_speed(now[1], now[3], h)]
            now = [old * s + new * (x + step * r) for s, x, r in zip(state, now, rate)]
            u, v, rho, _ = now
            light_x, light_y = 2 / (rho[1:] + rho[:-1]), 2 / (rho[:, 1:] + rho[:, :-1])
            pressure = poisson.solve(-(np.diff(u, axis=0) + np.diff(v, axis=1)) / (h * step * new), pressure, light_x, light_y)
            u[1:-1] -= step * new * light_x * np.diff(pressure, axis=0) / h
            v[:, 1:-1] -= step * new * light_y * np.diff(pressure, axis=1) / h
        state, time = now, time + step


if __name__ == "__main__":
    main()
