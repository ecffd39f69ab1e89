"""Builds a wheel for this system and every Python 3: it holds a compiled library, which setuptools does not detect."""

import platform

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    def get_tag(self):
        system = super().get_tag()[2]
        library, version = platform.libc_ver()
        # A library linked here needs no newer C library than this one (PEP 600).
        if library == "glibc":
            system = system.replace("linux", "manylinux_" + "_".join(version.split(".")[:2]), 1)
        return "py3", "none", system


setup(distclass=Compiled, cmdclass={"bdist_wheel": AnyPython})
