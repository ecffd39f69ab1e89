"""The wheel holds a compiled library, which setuptools cannot see: it is for this system, and for every Python 3."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=Compiled, cmdclass={"bdist_wheel": AnyPython})
