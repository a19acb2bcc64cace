/** Connections that came with a session which is over. */
import type { Logger } from 'pino'
import type { SocketContext } from './context.ts'

interface Member {
  handshake: { headers: { cookie?: string | undefined } }
}

/** Lets go of each member whose cookie opens nothing any more; `end` is given those. */
export function sessionEnder<M extends Member>(
  viewerOf: SocketContext['viewerOf'],
  log: Logger,
  end: (member: M) => void,
): (members: Iterable<M>) => void {
  async function judge(member: M): Promise<void> {
    if (!(await viewerOf(member.handshake.headers.cookie))) end(member)
  }
  return (members) => {
    for (const member of members)
      judge(member).catch((error: unknown) => log.error({ err: error }, 'a session was not looked up'))
  }
}
