/**
 * The dispatcher of one platform's chats: reads all messages that are due there, sends the most important first, and records
 * how each delivery ended. Unlike the other dispatchers it chooses from everything that is due. It runs when woken, and
 * every second.
 */
import { chatDestinations } from '../../contract/events.ts'
import { recoverLeases } from '../../db/queries/deliveries.ts'
import { listPendingMessages } from '../../db/queries/pending-messages.ts'
import type { PendingMessage } from '../../db/queries/pending-messages.ts'
import { chooseChat, groupByCreator, isUrgent } from '../../domain/chat/choose-next-message.ts'
import type { OwedChat } from '../../domain/chat/choose-next-message.ts'
import type { WorkerContext } from '../context.ts'
import type { Duty, HeldLease } from '../lease.ts'
import { tellChat } from './send-message.ts'
import { openHolds } from './backoff.ts'
import { deliveryRules } from '../delivery-rules.ts'
import { pollMs } from '../dispatcher.ts'
import { startLoop } from '../loop.ts'
import type { ChatPoster } from './poster.ts'

export interface ChatDispatcher extends Duty {
  /** Looks for due messages now. */
  wake(): void
}

const mostRemembered = 10_000

/** Starts sending with a poster for as long as the platform's lease is held. */
export function openChatDispatcher(ctx: WorkerContext, poster: ChatPoster, lease: HeldLease): ChatDispatcher {
  const { db, log } = ctx
  const destination = chatDestinations[poster.platform]
  const { concurrency } = deliveryRules[destination]
  const holds = openHolds()
  let isRecovered = false
  const toldAt = new Map<string, number>()
  const busy = new Map<string, Promise<void>>()
  let turn = 0
  function serve(chat: OwedChat, waiting: number): void {
    const uid = chat.creatorUid
    remember(toldAt, uid, ++turn)
    const telling = tellChat(ctx, { poster, lease, chat, waiting })
      .then((told) => holds.note(uid, told))
      .finally(() => {
        busy.delete(uid)
        loop.wake()
      })
    busy.set(uid, telling)
  }

  /** Starts as many sends as may start. Each message changes what is due, so a chat's next message is chosen in the next run. */
  function serveAll(messages: readonly PendingMessage[]): void {
    const chats = groupByCreator(messages)
    while (busy.size < concurrency && !loop.isEnding()) {
      const free = chats.filter(
        (chat) => !busy.has(chat.creatorUid) && holds.isFree(chat.creatorUid, isUrgent(chat)),
      )
      const next = chooseChat(free, toldAt)
      if (!next) return
      serve(next, chats.length)
    }
  }

  /** Only the lease holder sends to this platform, so deliveries that are still leased belong to a process that is gone. */
  async function readMessages(): Promise<PendingMessage[]> {
    if (!isRecovered) await recoverLeases(db, destination)
    isRecovered = true
    return listPendingMessages(db, destination)
  }

  async function look(): Promise<number> {
    if (!holds.isClosed() && lease.isSafe()) {
      await readMessages().then(serveAll, (error: Error) => {
        log.warn({ destination, reason: error.message }, 'due messages not read')
      })
    }
    return Math.min(holds.nextMs() ?? pollMs, pollMs)
  }

  const loop = startLoop(look)

  async function end(): Promise<void> {
    await loop.end()
    await Promise.all(busy.values())
  }

  return {
    wake: loop.wake,
    async close() {
      await end()
      await poster.close()
    },
    async drop() {
      await Promise.all([poster.close(), end()])
    },
  }
}

/**
 * Remembers a chat's last message even when nothing is due there, so that a burst that pauses for a moment does not go first
 * again.
 */
function remember(toldAt: Map<string, number>, uid: string, turn: number): void {
  toldAt.delete(uid)
  toldAt.set(uid, turn)
  const [oldest] = toldAt.keys()
  if (toldAt.size > mostRemembered && oldest !== undefined) toldAt.delete(oldest)
}
