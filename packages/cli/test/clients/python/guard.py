"""Lets a client reach this machine only: one that goes to the real vendor after all fails its call."""
import ipaddress
import socket

_connect = socket.socket.connect
_getaddrinfo = socket.getaddrinfo


def _is_local(host):
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _guarded_connect(self, address):
    if isinstance(address, tuple) and not _is_local(address[0]):
        raise AssertionError(f"This test must not reach {address[0]}.")
    return _connect(self, address)


def _guarded_getaddrinfo(host, *rest, **named):
    if host is not None and not _is_local(host):
        raise AssertionError(f"This test must not reach {host}.")
    return _getaddrinfo(host, *rest, **named)


socket.socket.connect = _guarded_connect
socket.getaddrinfo = _guarded_getaddrinfo
