/** The chats: each platform is told by the one process that holds its bot's lease. */
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination, Destination } from '../../contract/events.ts'
import type { WorkerContext } from '../context.ts'
import { keepLease } from '../lease.ts'
import { openChatDispatcher } from './dispatcher.ts'
import type { ChatDispatcher } from './dispatcher.ts'
import { openPosters } from './platforms.ts'

export interface Chats {
  /** Where this installation can tell chats at all. */
  destinations: ChatDestination[]
  /** Deliveries to this destination have become due. */
  wake(destination: Destination): void
  /** Finishes the lines that are under way and gives the leases back. */
  close(): Promise<void>
}

/** Stands for the lease of every platform that is configured; what is not told here, another process tells. */
export function startChats(ctx: WorkerContext): Chats {
  const dispatchers = new Map<Destination, ChatDispatcher>()
  const posters = openPosters(ctx)
  const leases = posters.map(({ platform, open }) =>
    keepLease(ctx, platform, (lease) => {
      const dispatcher = openChatDispatcher(ctx, open(), lease)
      dispatchers.set(chatDestinations[platform], dispatcher)
      return dispatcher
    }),
  )
  return {
    destinations: posters.map(({ platform }) => chatDestinations[platform]),
    wake: (destination) => dispatchers.get(destination)?.wake(),
    async close() {
      await Promise.all(leases.map((lease) => lease.close()))
    },
  }
}
