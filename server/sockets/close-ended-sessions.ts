/** Closes sockets whose session has ended since they were opened. */
import type { SocketContext } from './context.ts'

interface SocketWithCookie {
  handshake: { headers: { cookie?: string | undefined } }
}

/** Calls `close` for each socket whose session cookie is no longer valid. Failures are logged. */
export function closeEndedSessions<S extends SocketWithCookie>(
  sockets: readonly S[],
  { viewerOf, log }: Pick<SocketContext, 'viewerOf' | 'log'>,
  close: (socket: S) => void,
): void {
  async function check(socket: S): Promise<void> {
    if (!(await viewerOf(socket.handshake.headers.cookie))) close(socket)
  }
  for (const socket of sockets)
    check(socket).catch((error: unknown) => log.error({ err: error }, 'a socket session was not checked'))
}
