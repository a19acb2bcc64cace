"""An SMTP server that is not ours: prints its port, then every mail as Python's own library reads it."""

import asyncio
import email
import email.policy
import json

from aiosmtpd.smtp import SMTP


class Keeper:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 No such user"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        bodies = {kind: mail.get_body((kind,)).get_content().strip() for kind in ("plain", "html")}
        headers = {name.lower(): str(value) for name, value in mail.items()}
        envelope_seen = {"from": envelope.mail_from, "to": envelope.rcpt_tos}
        print(json.dumps({"envelope": envelope_seen, "headers": headers, **bodies}), flush=True)
        return "250 2.0.0 OK"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Keeper(), hostname="independent"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
