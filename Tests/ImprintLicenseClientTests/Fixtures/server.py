#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server on the loopback that behaves as it is told.

usage: server.py [--certificate PEM --key PEM] [--tls VERSION] BEHAVIOUR...

The first connection gets the first behaviour, and so on; the last one stays. Without a certificate it speaks
plain HTTP. It prints one JSON object a line: {"event": "listening", "port": N} first, then what it sees. It
ends when its standard input does, after the connections that are open: what it printed is all there was.
"""
import argparse
import json
import select
import socket
import ssl
import struct
import sys
import threading

lines = threading.Lock()
stopping = threading.Event()


def report(event, **more):
    with lines:
        print(json.dumps({"event": event, **more}), flush=True)


def read_request(stream):
    """Reads one request; None where the client goes before its end."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = stream.recv(65536)
        if not more:
            return None
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in rest:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    while len(body) < int(headers.get("content-length", "0")):
        more = stream.recv(65536)
        if not more:
            return None
        body += more
    return first, headers, body


def answer(stream, status, body=b'{"license":"x.y.z"}', headers=()):
    lines_ = [f"HTTP/1.1 {status} Words", f"Content-Length: {len(body)}", "Connection: close", *headers]
    stream.sendall("\r\n".join([*lines_, "", ""]).encode() + body)


def wait_for_close(stream):
    """Until the client goes, or the server stops."""
    while not stopping.is_set():
        if select.select([stream], [], [], 0.02)[0]:
            try:
                if not stream.recv(65536):
                    break
            except OSError:
                break
    report("closed")


def reset(stream):
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def after_request(stream, raw, behaviour):
    name, _, argument = behaviour.partition(":")
    if name == "ok":
        answer(stream, 200, (argument or '{"license":"x.y.z"}').encode())
    elif name == "status":
        status, _, wait = argument.partition(",")
        answer(stream, int(status), b'{"code":"told"}', [f"Retry-After: {wait}"] if wait else [])
    elif name == "redirect":
        answer(stream, 302, b"", [f"Location: {argument}"])
    elif name == "hang":
        wait_for_close(stream)
    elif name == "slow":
        stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not stopping.wait(0.02):
            stream.sendall(b"x")
    elif name == "short":
        stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}")
    elif name == "chunk-cut":
        stream.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n40\r\nhal")
    elif name == "reset":
        reset(raw)
    elif name == "close":
        pass
    elif name == "garbage":
        stream.sendall(bytes(range(128, 256)) * 8 + b"\r\n\r\n")
    elif name == "strange-status":
        stream.sendall(b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n")
    elif name == "body":
        answer(stream, 200, b"a" * int(argument))
    elif name == "chunked-body":
        stream.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(int(argument) // 65536):
            stream.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
        stream.sendall(b"0\r\n\r\n")
    elif name == "headers":
        stream.sendall(b"HTTP/1.1 200 OK\r\n")
        for _ in range(int(argument) // 1024):
            stream.sendall(b"X-More: " + b"a" * 1014 + b"\r\n")
        stream.sendall(b"Content-Length: 2\r\n\r\n{}")
    else:
        raise SystemExit(f"no such behaviour: {behaviour}")


def tunnel(client, target):
    """Passes bytes both ways until one side ends."""
    host, _, port = target.rpartition(":")
    with socket.create_connection((host, int(port))) as server:
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        other = {client: server, server: client}
        while not stopping.is_set():
            for ready in select.select([client, server], [], [], 0.02)[0]:
                data = ready.recv(65536)
                if not data:
                    return
                other[ready].sendall(data)


def as_proxy(raw, behaviour):
    request = read_request(raw)
    if request is None:
        return
    first, headers, _ = request
    report("proxied", line=first, headers=headers)
    if behaviour == "proxy-refuses":
        answer(raw, 403, b"no")
    elif behaviour == "proxy":
        tunnel(raw, first.split(" ")[1])


def serve(raw, context, behaviour):
    report("connection")
    try:
        with raw:
            if behaviour.startswith("proxy"):
                as_proxy(raw, behaviour)
            elif behaviour == "plain":
                raw.recv(65536)
                answer(raw, 400, b"Speak HTTP.")
            elif behaviour == "hang-handshake":
                wait_for_close(raw)
            elif behaviour == "reset-handshake":
                raw.recv(1)
                reset(raw)
            elif behaviour == "close-handshake":
                raw.recv(65536)
            else:
                speak(raw, context, behaviour)
    except OSError as error:
        report("broken", words=str(error))
    report("done")


def speak(raw, context, behaviour):
    stream = raw
    if context:
        try:
            stream = context.wrap_socket(raw, server_side=True)
        except OSError as error:
            report("handshake-failed", words=str(error))
            return
    with stream:
        request = read_request(stream)
        if request is None:
            report("no-request")
            return
        first, headers, body = request
        report("request", line=first, headers=headers, body=body.decode("latin-1"))
        after_request(stream, stream, behaviour)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--certificate")
    options.add_argument("--key")
    options.add_argument("--tls", choices=["1.1", "1.2"], help="the newest version that is spoken")
    options.add_argument("behaviours", nargs="+")
    options = options.parse_args()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        if options.tls == "1.2":
            context.maximum_version = ssl.TLSVersion.TLSv1_2
        elif options.tls == "1.1":
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion.TLSv1_1
    listener = socket.create_server(("127.0.0.1", 0))
    report("listening", port=listener.getsockname()[1])
    threads = []

    def accept():
        count = 0
        while True:
            try:
                raw, _ = listener.accept()
            except OSError:
                return
            behaviour = options.behaviours[min(count, len(options.behaviours) - 1)]
            count += 1
            thread = threading.Thread(target=serve, args=(raw, context, behaviour))
            threads.append(thread)
            thread.start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    sys.stdin.read()
    stopping.set()
    listener.shutdown(socket.SHUT_RDWR)
    acceptor.join()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
