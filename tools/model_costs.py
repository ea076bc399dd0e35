#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What models cost: the speed of a case with a model, per interaction, over its speed without, as a table for
docs/benchmarks.md. Runs `amphi bench` of all of them by turns and takes the best of each, since other work on the machine
only slows down, and on a processor the time that it gave. Pairs are counted once a force pass, so what a model's other passes
take shows in the ratio."""
import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).resolve().parent.parent / "cases"
CHANNEL = ["boundary.model=dummy", "shifting.model=none", "acoustic_damper.model=none"]
LAMINAR = "viscosity={model: laminar, nu: 1e-6}"
HEAT = "heat={model: conduction, conductivity: 0.6, capacity: 4000, reference: 290}"
TENSION = ["material.background_pressure=170"]
# Case; spacings on a processor and on a GPU; what all runs of it set; the plain one, and models, by what they set: `@CASE`
# says another case, of as many neighbours.
TABLE = [
    ("turbulent-channel", 0.0125, 0.0015625, CHANNEL, ["turbulence={model: none}"],
     {"smagorinsky": ["turbulence={model: smagorinsky}"], "k_epsilon": []}),
    ("still-water-3d", 0.02, 0.01, [LAMINAR], [], {"smagorinsky, in space": ["turbulence={model: smagorinsky}"]}),
    ("poiseuille-rheology", 0.01, 0.001, [], ["rheology={model: newton}"], {"bingham": []}),
    ("still-water-2d", 0.005, 0.001, [], [], {"heat": [HEAT]}),
    ("two-fluids", 0.01, 0.0025, [], ["@poiseuille-rheology", "rheology={model: newton}"], {"two phases": []}),
    ("two-fluids", 0.01, 0.0025, [], [],
     {"two phases, heat": [HEAT, "phases.oil.heat={conductivity: 0.15, capacity: 2000}"],
      "two phases, smagorinsky": ["turbulence={model: smagorinsky}"],
      "two phases, artificial": ["viscosity={model: artificial}"],
      "two phases, damper": ["acoustic_damper={model: sun}"],
      "two phases, symmetric correction": ["gradient_correction=symmetric"],
      "two phases, shifting plus": ["shifting={model: plus}"],
      "two phases, mdbc": ["boundary={model: mdbc}"]}),
    ("sessile-drop", 0.01, 0.0025, TENSION, ["interface={model: none}"], {"tension by stress": ["interface.model=stress"]}),
    ("still-water-3d", 0.02, 0.01, [], [], {"semi_analytical": ["boundary.model=semi_analytical"],
                                            "mdbc": ["boundary.model=mdbc"]}),
    ("dambreak2d", 0.004, 0.0006, [], [], {"semi_analytical, in the plane": ["boundary.model=semi_analytical"],
                                           "mdbc, in the plane": ["boundary.model=mdbc"]}),
]


def on_gpu(a):
    return a.backend == "offload" and a.device != "host"


def amphi(a, verb, case, settings, *options):
    others = [s[1:] for s in settings if s.startswith("@")]
    command = [a.amphi, verb, CASES / (others[0] if others else case), "--backend", a.backend, *options]
    if a.device:
        command += ["--device", a.device]
    if a.threads:
        command += ["--threads", str(a.threads)]
    for setting in settings:
        command += ["--set", setting] if not setting.startswith("@") else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def bench(a, case, settings, steps):
    """Interactions, the seconds that they took, particles: of processors all threads' time, with what comes before the first
    step, else that of the steps."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = json.loads(amphi(a, "bench", case, settings, "--json", "--steps", str(steps)))
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return result["pair_interactions"], result["wall_time"] if on_gpu(a) else seconds, result["particles"]["total"]


def speed(a, case, settings):
    """Interactions a second, without what comes before the first step; and particles."""
    pairs, seconds, particles = bench(a, case, settings, a.steps)
    if not on_gpu(a):
        few_pairs, few_seconds, _ = bench(a, case, settings, 1)
        pairs, seconds = pairs - few_pairs, max(seconds - few_seconds, 1e-9)
    return pairs / seconds, particles


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--amphi", default="build/amphi", help="the program")
    p.add_argument("--backend", default="cpu")
    p.add_argument("--device", help="of the offload backend")
    p.add_argument("--threads", type=int)
    p.add_argument("--steps", type=int, default=60)
    p.add_argument("--turns", type=int, default=3)
    p.add_argument("--specialise", action="store_true", help="first give each force pass specialised code")
    p.add_argument("--case", action="append", help="these cases alone; may be repeated")
    a = p.parse_args()
    print("| case, model | particles | without, million interactions/s | with | of the speed |\n|---|---|---|---|---|")
    for case, coarse, fine, always, plain, models in TABLE:
        if a.case and case not in a.case:
            continue
        runs = {"plain": plain, **models}
        every = [f"dp={fine if on_gpu(a) else coarse}", *always]
        found = {name: [] for name in runs}
        for settings in runs.values() if a.specialise else ():
            amphi(a, "specialise", case, [*every, *settings])
        for _ in range(a.turns):
            for name, settings in runs.items():
                rate, particles = speed(a, case, [*every, *settings])
                found[name].append(rate)
        best = {name: max(speeds) for name, speeds in found.items()}
        for name in models:
            print(f"| `{case}`, {name} | {particles} | {best['plain'] / 1e6:.3g} | {best[name] / 1e6:.3g} | "
                  f"{best[name] / best['plain']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
