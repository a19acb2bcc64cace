/** Starts chat delivery. Where a bot posts, only the process that holds its lease sends; to webhooks, every process does. */
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination, Destination } from '../../contract/events.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryRules } from '../delivery-rules.ts'
import { keepLease } from '../lease.ts'
import type { HeldLease } from '../lease.ts'
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

/** Competes for the leases of the configured bots, and dispatches where this process holds the lease or needs none. */
export function startChats(ctx: WorkerContext): Chats {
  const dispatchers = new Map<Destination, ChatDispatcher>()
  const posters = openPosters(ctx)
  const started = posters.map(({ platform, open }): { close(): Promise<void> } => {
    const destination = chatDestinations[platform]
    const begin = (lease?: HeldLease) => {
      const dispatcher = openChatDispatcher(ctx, open(), lease)
      dispatchers.set(destination, dispatcher)
      return dispatcher
    }
    return deliveryRules[destination].sentBy === 'any worker' ? begin() : keepLease(ctx, platform, begin)
  })
  return {
    destinations: posters.map(({ platform }) => chatDestinations[platform]),
    wake: (destination) => dispatchers.get(destination)?.wake(),
    async close() {
      await Promise.all(started.map((one) => one.close()))
    },
  }
}
