/** The chats: each platform is told by the one process that holds its bot's lease. */
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination } from '../../contract/events.ts'
import type { WorkerContext } from '../context.ts'
import { keepLease } from '../lease.ts'
import { openDesk } from './dispatcher.ts'
import type { Desk } from './dispatcher.ts'
import { openPosters } from './platforms.ts'

export interface Chats {
  /** Where this installation can tell chats at all. */
  destinations: ChatDestination[]
  /** Finishes the lines that are under way and gives the leases back. */
  close(): Promise<void>
}

/** Stands for the lease of every platform that is configured; what is not told here, another process tells. */
export function startChats(ctx: WorkerContext): Chats {
  const desks = new Map<string, Desk>()
  const posters = openPosters(ctx)
  const leases = posters.map(({ platform, open }) =>
    keepLease(ctx, platform, (lease) => {
      const desk = openDesk(ctx, open(), lease)
      desks.set(platform, desk)
      return desk
    }),
  )
  if (posters.length > 0) listen(ctx, desks)
  return {
    destinations: posters.map(({ platform }) => chatDestinations[platform]),
    async close() {
      await Promise.all(leases.map((lease) => lease.close()))
    },
  }
}

/** A lost message, or pub/sub that is down, costs a second: dispatchers poll. */
function listen({ pubsub, log }: WorkerContext, desks: ReadonlyMap<string, Desk>): void {
  pubsub
    .subscribe((message) => {
      if (message.kind === 'chat') desks.get(message.platform)?.ring()
    })
    .catch((error: Error) => log.warn({ reason: error.message }, 'chats do not receive messages'))
}
