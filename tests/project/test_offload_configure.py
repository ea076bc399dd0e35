#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What configuring for a GPU says where something is missing or does not go together: cmake/offload*.cmake with
compilers and toolkits that are folders of scripts, so that it needs none, and gives the same on every machine."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[2]).resolve()
failures = []

# No language: what is asked of a compiler is asked before one has to work.
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(configure LANGUAGES NONE)
add_library(amphi_core INTERFACE)
include(cmake/offload.cmake)
"""


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def llvm(folder, *architectures):
    """LLVM with device runtimes for some architectures; returns its compiler."""
    for tool in "clang", "clang-linker-wrapper", "clang-offload-packager", "ld.lld", "amdgpu-arch":
        script(folder / "bin" / tool, "exit 1")
    (folder / "lib").mkdir()
    (folder / "lib/libomptarget.so").touch()
    for name in architectures:
        (folder / f"lib/libomptarget-{name}.bc").touch()
    return folder / "bin/clang"


def toolkit(folder, version):
    """A CUDA toolkit of which everything that says a version says this one."""
    script(folder / "bin/ptxas", f"echo 'Cuda compilation tools, release {version}, V{version}.48'")
    script(folder / "bin/nvcc", f"echo 'Cuda compilation tools, release {version}, V{version}.48'")
    (folder / "version.json").write_text(f'{{"cuda": {{"name": "CUDA SDK", "version": "{version}.0"}}}}')
    (folder / "include").mkdir()
    major, minor = version.split(".")
    (folder / "include/cuda.h").write_text(f"#define CUDA_VERSION {major}0{minor}0\n")
    return folder


def configure(tmp, variables, *, ok=False, says=(), silent=()):
    """Configure the project with these variables: whether it gets past the checks, and what it says."""
    source = tmp / "source"
    if not source.exists():
        source.mkdir()
        (source / "CMakeLists.txt").write_text(PROJECT)
        (source / "cmake").symlink_to(ROOT / "cmake")
        (source / "src").symlink_to(ROOT / "src")
    with tempfile.TemporaryDirectory(dir=tmp) as build:
        command = ["cmake", "-S", source, "-B", build, *(f"-D{name}={value}" for name, value in variables.items())]
        environment = {**os.environ, "PATH": f"{tmp / 'path'}:{os.environ['PATH']}"}
        run = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True)
    said = " ".join((run.stdout + run.stderr).split())  # CMake breaks lines where it likes
    # What passes all checks is stopped by the program that it should compile, for want of a language.
    if ok != ("try_compile" in said):
        failures.append(f"{variables} {'is refused' if ok else 'passes'}: {said}")
    failures.extend(f"{variables} does not say '{text}': {said}" for text in says if text not in said)
    failures.extend(f"{variables} says '{text}': {said}" for text in silent if text in said)


def clang(compiler, version="19.1.7", target="nvptx", **more):
    return {"CMAKE_C_COMPILER": compiler, "CMAKE_C_COMPILER_ID": "Clang", "CMAKE_C_COMPILER_VERSION": version,
            "AMPHI_OFFLOAD": target, "AMPHI_OFFLOAD_ARCH": "sm_90", **more}


def check_choice(tmp, compiler):
    configure(tmp, clang(compiler, target="cuda"), says=["AMPHI_OFFLOAD=cuda: expected off, nvptx or amdgcn"])
    configure(tmp, clang(compiler, AMPHI_SANITIZE="address"), says=["AMPHI_SANITIZE=address does not reach a GPU"])
    for name, target in ("GNU", "amdgcn"), ("Intel", "nvptx"):
        configure(tmp, {**clang(compiler, target=target), "CMAKE_C_COMPILER_ID": name},
                  says=[f"AMPHI_OFFLOAD={target} with the compiler {name}: nvptx takes clang 19 or GCC 12",
                        "cmake --preset gpu"])


def check_toolkit(tmp, compiler):
    """The assembler that clang takes: one that runs, and one whose code this LLVM reads."""
    cuda12, cuda13 = toolkit(tmp / "cuda12", "12.4"), toolkit(tmp / "cuda13", "13.0")
    (tmp / "empty").mkdir()
    help_ = ["clang needs NVIDIA's assembler", "tools/setup gpu", "-DAMPHI_CUDA_PATH=DIR", "cmake --preset gcc-nvptx"]
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=tmp / "empty"), says=[*help_, "no bin/ptxas that runs"])
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=cuda13), silent=["no bin/ptxas"],
              says=[*help_, "CUDA 13.0, whose code LLVM rejects without a word before its version 21; this is 19.1.7"])
    configure(tmp, clang(compiler, "20.1.8", AMPHI_CUDA_PATH=cuda13), says=["this is 20.1.8"])
    configure(tmp, clang(compiler, "21.1.0", AMPHI_CUDA_PATH=cuda13), ok=True, says=["CUDA toolkit:", "cuda13, 13.0"])
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=cuda12), ok=True, says=["cuda12, 12.4"])
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=f"{cuda13};{cuda12}"), ok=True, says=["cuda12, 12.4"],
              silent=["cuda13, 13.0"])


def check_architecture(tmp, compiler):
    """What is asked for; else what the GPU of this machine is."""
    script(tmp / "path/nvidia-smi", "echo 8.6")
    missing = ["clang cannot offload to nvptx sm_86", "libomptarget-nvptx-sm_86.bc", "libomp-19-dev", "tools/setup gpu"]
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=tmp / "cuda12", AMPHI_OFFLOAD_ARCH=""), says=missing)
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=tmp / "cuda12", AMPHI_OFFLOAD_ARCH="sm_1"),
              says=["clang cannot offload to nvptx sm_1,", "if LLVM knows the architecture"])
    script(tmp / "path/nvidia-smi", "exit 9")
    configure(tmp, clang(compiler, AMPHI_CUDA_PATH=tmp / "cuda12", AMPHI_OFFLOAD_ARCH=""), ok=True)


def check_several(tmp, compiler):
    """Code for several architectures in one program: what each takes is there, or is named; only one way makes it."""
    several = {"AMPHI_CUDA_PATH": tmp / "cuda12", "AMPHI_OFFLOAD_ARCH": "sm_70;sm_90"}
    configure(tmp, clang(compiler, **several), says=["libomptarget-nvptx-sm_70.bc"], silent=["libomptarget-nvptx-sm_90.bc"])
    whole = llvm(tmp / "whole", "nvptx-sm_70", "nvptx-sm_90")
    configure(tmp, clang(whole, **several), ok=True)
    script(tmp / "gcc", f"echo {tmp / 'gcc'}")
    for compilation in (clang(whole, **several, AMPHI_OFFLOAD_APART="OFF"), {**clang(tmp / "gcc", "12.2.0", **several), "CMAKE_C_COMPILER_ID": "GNU"}):
        configure(tmp, compilation, says=["AMPHI_OFFLOAD_ARCH=sm_70;sm_90: only clang for nvptx, with AMPHI_OFFLOAD_APART, makes code for several"])


def check_compilers(tmp, compiler):
    """Parts of a compiler that are packages of their own."""
    configure(tmp, clang(compiler, target="amdgcn", AMPHI_OFFLOAD_ARCH="gfx90a", AMPHI_ROCM_BITCODE=tmp / "empty"),
              says=["clang cannot offload to amdgcn gfx90a", "ockl.bc", "rocm-device-libs", "tools/setup gpu"])
    (compiler.parent / "ld.lld").unlink()
    configure(tmp, clang(compiler), says=["bin/ld.lld", "clang-tools-19 and lld-19", "tools/setup gpu"])
    gcc = tmp / "gcc"
    for answer, works in ("accel/nvptx-none/mkoffload", False), (gcc, True):
        script(gcc, f"echo {answer}")
        configure(tmp, {**clang(gcc, "12.2.0"), "CMAKE_C_COMPILER_ID": "GNU"}, ok=works,
                  says=[] if works else ["This GCC has no compiler for nvptx", "gcc-12-offload-nvptx", "tools/setup gpu"])


def check_absent_compiler(tmp):
    """The whole project with a compiler that is not there, as with a preset on a bare machine."""
    run = subprocess.run(["cmake", "-S", ROOT, "-B", tmp / "absent", "-DCMAKE_C_COMPILER=clang-of-nowhere"],
                         capture_output=True, text=True)
    said = " ".join(run.stderr.split())
    if run.returncode == 0 or "There is no compiler clang-of-nowhere" not in said or "tools/setup gpu" not in said:
        failures.append(f"without its compiler: {said}")


def main():
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        tmp = Path(folder)
        compiler = llvm(tmp / "llvm", "nvptx-sm_90", "amdgpu-gfx90a")
        check_choice(tmp, compiler)
        check_toolkit(tmp, compiler)
        check_architecture(tmp, compiler)
        check_several(tmp, compiler)
        check_compilers(tmp, compiler)
        check_absent_compiler(tmp)
    if failures:
        sys.exit("\n".join(failures) + f"\n{len(failures)} failures")


main()
