"""Asks every window of the display to close, as its cross does. Knows the X library, nothing of the app."""
import ctypes
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p


class Message(ctypes.Structure):
    _fields_ = [
        ("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p), ("window", c_ulong),
        ("name", c_ulong), ("format", c_int), ("data", c_long * 5), ("rest", c_long * 24),
    ]


x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = c_void_p
x.XDefaultRootWindow.argtypes, x.XDefaultRootWindow.restype = [c_void_p], c_ulong
x.XInternAtom.argtypes, x.XInternAtom.restype = [c_void_p, c_char_p, c_int], c_ulong
x.XQueryTree.argtypes = [c_void_p, c_ulong, c_void_p, c_void_p, c_void_p, c_void_p]
x.XGetWMProtocols.argtypes = [c_void_p, c_ulong, c_void_p, c_void_p]
x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
x.XSync.argtypes = [c_void_p, c_int]

display = x.XOpenDisplay(None)
protocols, delete = (x.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
root, parent, windows, count = c_ulong(), c_ulong(), ctypes.POINTER(c_ulong)(), c_uint()
x.XQueryTree(display, x.XDefaultRootWindow(display), byref(root), byref(parent), byref(windows), byref(count))
asked = 0
for window in windows[: count.value]:
    known, number = ctypes.POINTER(c_ulong)(), c_int()
    if x.XGetWMProtocols(display, window, byref(known), byref(number)) and delete in known[: number.value]:
        event = Message(type=33, window=window, name=protocols, format=32)
        event.data[0] = delete
        x.XSendEvent(display, window, 0, 0, byref(event))
        asked += 1
x.XSync(display, 0)
print(asked)
