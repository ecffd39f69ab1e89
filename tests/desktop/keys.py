"""Presses keys on the display as a keyboard would: `keys.py Control_L equal`, all together. Knows the X library, nothing of the app."""
import ctypes
import sys
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p

x, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x.XOpenDisplay.restype = c_void_p
x.XStringToKeysym.argtypes, x.XStringToKeysym.restype = [c_char_p], c_ulong
x.XKeysymToKeycode.argtypes = [c_void_p, c_ulong]
x.XSync.argtypes = [c_void_p, c_int]
xtst.XTestFakeMotionEvent.argtypes = [c_void_p, c_int, c_int, c_int, c_ulong]
xtst.XTestFakeKeyEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]

display = x.XOpenDisplay(None)
# Without a window manager, keys go to the window below the pointer.
xtst.XTestFakeMotionEvent(display, -1, 400, 300, 0)
codes = [x.XKeysymToKeycode(display, x.XStringToKeysym(name.encode())) & 0xFF for name in sys.argv[1:]]
for code in codes:
    xtst.XTestFakeKeyEvent(display, code, 1, 0)
for code in reversed(codes):
    xtst.XTestFakeKeyEvent(display, code, 0, 0)
x.XSync(display, 0)
