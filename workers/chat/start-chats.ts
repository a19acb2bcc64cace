/** Starts chat delivery. For each platform, only the process that holds its lease sends. */
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination, Destination } from '../../contract/events.ts'
import type { WorkerContext } from '../context.ts'
import { keepLease } from '../lease.ts'
import { openChatDispatcher } from './dispatcher.ts'
import type { ChatDispatcher } from './dispatcher.ts'
import { openPosters } from './platforms.ts'

export interface Chats {
  /** The chat destinations that this installation has configured. */
  destinations: ChatDestination[]
  /** Tells the dispatcher of this destination that deliveries have become due. */
  wake(destination: Destination): void
  /** Finishes the messages that are being sent and releases the leases. */
  close(): Promise<void>
}

/** Competes for the leases of all configured platforms, and dispatches on those whose lease this process holds. */
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
