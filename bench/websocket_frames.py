"""The client's side of a WebSocket to the server, for the load scripts beside this file. Standard library only."""
import struct

UPGRADE = (b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")


def frame(text):
    """A client's text frame; the mask is zero, which leaves the payload as it is."""
    data = text.encode()
    if len(data) < 126:
        return struct.pack("!BBI", 0x81, 0x80 | len(data), 0) + data
    return struct.pack("!BBHI", 0x81, 0xFE, len(data), 0) + data


async def next_message(reader, writer):
    """Opcode and payload of the next frame that is no ping; pings are answered, and so is a close, which raises
    ConnectionError."""
    while True:
        head = await reader.readexactly(2)
        length = head[1] & 127
        if length == 126:
            length = struct.unpack("!H", await reader.readexactly(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", await reader.readexactly(8))[0]
        payload = await reader.readexactly(length)
        if head[0] & 15 == 8:
            writer.write(struct.pack("!BBI", 0x88, 0x80 | len(payload), 0) + payload)
            raise ConnectionError("the server ends the connection: " + payload[2:].decode(errors="replace"))
        if head[0] & 15 != 9:
            return head[0] & 15, payload
        writer.write(struct.pack("!BBI", 0x8A, 0x80 | len(payload), 0) + payload)
