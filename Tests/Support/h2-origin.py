"""An HTTP/2 origin over TLS on loopback that goes wrong as told, for the tests.

usage: h2-origin.py WORK ROOT FAULT PATH TIMES

WORK holds cert.pem and key.pem; the port is printed, and each request goes into WORK/requests, a JSON object a
line. Files are served from ROOT. The first TIMES requests for PATH (0: all of them) meet the FAULT.
It ends with the process that started it.
"""

import json
import os
import socket
import ssl
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events


class Ledger:
    """What all connections share."""

    def __init__(self, work, root, fault, path, times):
        self.work, self.root, self.fault, self.path, self.times = work, root, fault, path, times
        self.lock = threading.Lock()
        self.struck = 0
        self.accepted = 0

    def connection(self):
        with self.lock:
            self.accepted += 1
            return self.accepted

    def note(self, **fields):
        with self.lock, open(os.path.join(self.work, "requests"), "a") as log:
            log.write(json.dumps(fields) + "\n")

    def fault_for(self, path):
        with self.lock:
            if path != self.path or (self.times and self.struck >= self.times):
                return None
            self.struck += 1
            return self.fault

    def file(self, path):
        name = os.path.normpath(os.path.join(self.root, path.lstrip("/")))
        if not name.startswith(self.root + os.sep) or not os.path.isfile(name):
            return None
        with open(name, "rb") as file:
            return file.read()


class Connection:
    def __init__(self, plain, ledger):
        self.socket, self.ledger = plain, ledger
        self.number = ledger.connection()
        config = h2.config.H2Configuration(client_side=False, validate_outbound_headers=False)
        self.h2 = h2.connection.H2Connection(config=config)
        self.pending = {}
        self.is_closing = False

    def serve(self):
        self.h2.initiate_connection()
        self.flush()
        while True:
            data = self.socket.recv(65536)
            if not data:
                return
            for event in self.h2.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    self.answer(event.stream_id, dict(event.headers))
                elif isinstance(event, h2.events.StreamReset):
                    self.pending.pop(event.stream_id, None)
                if self.is_closing:
                    return
            self.send_pending()
            self.flush()

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def answer(self, stream, fields):
        path = fields[b":path"].decode().split("?")[0]
        fault = self.ledger.fault_for(path)
        self.ledger.note(path=path, connection=self.number, stream=stream, fault=fault)
        body = self.ledger.file(path)
        if body is None:
            self.h2.send_headers(stream, [(":status", "404")], end_stream=True)
            return
        status, span = "200", fields.get(b"range", b"").decode()
        extra = []
        if span.startswith("bytes="):
            first, _, last = span[6:].partition("-")
            total = len(body)
            first, last = int(first), min(int(last or total - 1), total - 1)
            body, status = body[first : last + 1], "206"
            extra = [("content-range", f"bytes {first}-{last}/{total}")]
        head = [(":status", status), ("content-length", str(len(body)))] + extra
        if fault is None:
            self.h2.send_headers(stream, head)
            self.pending[stream] = body
            return
        getattr(self, fault.replace("-", "_"))(stream, head, body)

    def send_pending(self):
        for stream, body in list(self.pending.items()):
            while body:
                room = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
                if room <= 0:
                    break
                self.h2.send_data(stream, body[:room])
                body = body[room:]
            if body:
                self.pending[stream] = body
            else:
                del self.pending[stream]
                self.h2.end_stream(stream)

    # The faults. Each is called with the stream, the head and the body that an honest server sends.

    def half(self, stream, head, body):
        self.h2.send_headers(stream, head)
        self.h2.send_data(stream, body[: len(body) // 2])

    def refused_stream(self, stream, head, body):
        """RST_STREAM before anything: the request was not processed and may be repeated (RFC 9113, 8.7)."""
        self.h2.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)

    def reset_midway(self, stream, head, body):
        self.half(stream, head, body)
        self.h2.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)

    def reset_without_error(self, stream, head, body):
        self.half(stream, head, body)
        self.h2.reset_stream(stream, h2.errors.ErrorCodes.NO_ERROR)

    def stall(self, stream, head, body):
        """Half of the body, then nothing, as if the peer's window were full."""
        self.half(stream, head, body)

    def hang(self, stream, head, body):
        """No answer on this stream; others go on."""

    def short(self, stream, head, body):
        """END_STREAM before the Content-Length is reached."""
        self.half(stream, head, body)
        self.h2.end_stream(stream)

    def goaway_unprocessed(self, stream, head, body):
        """GOAWAY that says this stream was not processed, then the end."""
        self.send_pending()
        self.h2.close_connection(last_stream_id=max(stream - 2, 0))
        self.end()

    def goaway_midway(self, stream, head, body):
        """GOAWAY in the middle of the body, then the end."""
        self.half(stream, head, body)
        self.h2.close_connection(h2.errors.ErrorCodes.INTERNAL_ERROR, last_stream_id=stream)
        self.end()

    def goaway_graceful(self, stream, head, body):
        """GOAWAY that lets this stream come to its end, which it does."""
        self.h2.send_headers(stream, head)
        self.h2.send_data(stream, body, end_stream=True)
        self.send_pending()
        self.h2.close_connection(last_stream_id=stream)
        self.end()

    def cut(self, stream, head, body):
        """The connection ends midway without a word."""
        self.half(stream, head, body)
        self.end()

    def garbage(self, stream, head, body):
        """What is no frame, after half of the body."""
        self.half(stream, head, body)
        self.flush()
        self.socket.sendall(b"\xff" * 4096)
        self.end()

    def end(self):
        self.flush()
        self.is_closing = True


def serve(plain, context, ledger):
    try:
        if ledger.fault == "handshake-cut":
            plain.recv(64)
            return
        with context.wrap_socket(plain, server_side=True) as secure:
            Connection(secure, ledger).serve()
    except (OSError, ValueError):
        pass  # The client went away, or would not shake hands: its own tests say why.
    finally:
        plain.close()


def main():
    work, root, fault, path, times = sys.argv[1:6]
    ledger = Ledger(work, os.path.abspath(root), fault, path, int(times))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(work, "cert.pem"), os.path.join(work, "key.pem"))
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)

    def accept():
        while True:
            plain, _ = listener.accept()
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=serve, args=(plain, context, ledger), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)


main()
