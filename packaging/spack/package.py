# SPDX-License-Identifier: BSD-3-Clause
"""Spack's recipe: cp it to packages/amphi/ of a repository of yours; `spack dev-build amphi@0.2.0` builds the sources here."""
from spack.package import *


class Amphi(CMakePackage):
    """Smoothed particle hydrodynamics of free-surface flow, with the same bits on CPU and GPU."""

    maintainers = []
    license("BSD-3-Clause", checked_by="amphi")

    version("0.2.0")

    variant("mpi", default=True, description="Runs in several parts")
    variant("view", default=True, description="The server of amphi view")
    variant("webp", default=True, description="Films as animated WebP")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hdf5@1.10:1.14~mpi")
    depends_on("libyaml")
    depends_on("jansson")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("muparser")
    depends_on("libsodium")
    depends_on("expat")
    depends_on("libpng")
    depends_on("libmicrohttpd@0.9.71:", when="+view")
    depends_on("libwebp+libwebpmux", when="+webp")
    depends_on("mpi", when="+mpi")

    conflicts("%gcc@:10", msg="x86-64-v3 and v4 are known from GCC 11 on")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("AMPHI_TESTS", False),
            self.define("AMPHI_MPI", "mpicc" if self.spec.satisfies("+mpi") else "off"),
        ]
