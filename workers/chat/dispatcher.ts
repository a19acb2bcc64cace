/**
 * Dispatches the messages of one platform's chats. The dispatcher reads in which chats messages are due, chooses the next chat, and
 * records how each delivery ended. Other dispatchers take the deliveries that have been due longest; this one chooses among all
 * creators. It runs when woken, and every second.
 */
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination } from '../../contract/events.ts'
import type { Db } from '../../db/connection.ts'
import { recoverLeases } from '../../db/queries/deliveries/deliveries.ts'
import { listPendingChats } from '../../db/queries/chat/pending-messages.ts'
import type { PendingMessage } from '../../db/queries/chat/pending-messages.ts'
import { chooseChat, groupByCreator, isUrgent } from '../../domain/chat/choose-next-message.ts'
import type { PendingChat } from '../../domain/chat/choose-next-message.ts'
import type { WorkerContext } from '../context.ts'
import type { LeasedTask, HeldLease } from '../lease.ts'
import { sendNextMessage } from './send-message.ts'
import { openBackoff } from './backoff.ts'
import { deliveryRules } from '../delivery-rules.ts'
import { pollMs } from '../dispatcher.ts'
import { startLoop } from '../loop.ts'
import type { ChatPoster } from './poster.ts'

export interface ChatDispatcher extends LeasedTask {
  /** Makes the dispatcher look for due messages now. */
  wake(): void
}

const maxRemembered = 10_000
/** In how many chats the dispatcher looks at once. If more are waiting, it goes on with the next ones in its next run. */
const chatsAtOnce = 1_000
/** Comes before every creator's id. */
const nilUid = '00000000-0000-0000-0000-000000000000'

/**
 * Starts sending the messages of a platform with its poster. Sends only while this process holds the platform's lease; on a platform
 * without one, any number of processes may do this, and they send to different chats at a time.
 */
export function openChatDispatcher(
  ctx: WorkerContext,
  poster: ChatPoster,
  lease: HeldLease = { isSafe: () => true },
): ChatDispatcher {
  const { db, log } = ctx
  const destination = chatDestinations[poster.platform]
  const { concurrency, sentBy } = deliveryRules[destination]
  const backoff = openBackoff()
  const readMessages = openMessageReader(db, destination, sentBy === 'any worker')
  const lastSentAt = new Map<string, number>()
  const inFlight = new Map<string, Promise<void>>()
  let messageCount = 0

  function start(chat: PendingChat, waiting: number): void {
    const uid = chat.creatorUid
    remember(lastSentAt, uid, ++messageCount)
    const sending = sendNextMessage(ctx, { poster, lease, chat, waiting })
      .then((result) => backoff.record(uid, result))
      .finally(() => {
        inFlight.delete(uid)
        loop.wake()
      })
    inFlight.set(uid, sending)
  }

  /**
   * Starts as many sends as are allowed now. Each message changes what is due, so a chat's next message is chosen in the next
   * run.
   */
  function startAll(messages: readonly PendingMessage[]): void {
    const chats = groupByCreator(messages)
    while (inFlight.size < concurrency && !loop.isEnding()) {
      const free = chats.filter(
        (chat) => !inFlight.has(chat.creatorUid) && backoff.isFree(chat.creatorUid, isUrgent(chat)),
      )
      const next = chooseChat(free, lastSentAt)
      if (!next) return
      start(next, chats.length)
    }
  }

  async function dispatch(): Promise<number> {
    if (!backoff.isBlocked() && lease.isSafe()) {
      await readMessages().then(startAll, (error: Error) => {
        log.warn({ destination, reason: error.message }, 'due messages not read')
      })
    }
    return Math.min(backoff.nextMs() ?? pollMs, pollMs)
  }

  const loop = startLoop(dispatch)

  async function end(): Promise<void> {
    await loop.end()
    await Promise.all(inFlight.values())
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
 * Remembers when a chat had its last message, even if nothing is due there. Otherwise a chat whose burst of tips pauses for a
 * moment would be served first again.
 */
function remember(lastSentAt: Map<string, number>, uid: string, count: number): void {
  lastSentAt.delete(uid)
  lastSentAt.set(uid, count)
  const [oldest] = lastSentAt.keys()
  if (lastSentAt.size > maxRemembered && oldest !== undefined) lastSentAt.delete(oldest)
}

/**
 * Returns a function that reads the first message of each waiting chat, of up to a thousand chats at a time. If only the holder of
 * the platform's lease sends (`isShared` is false), deliveries that are still leased belong to a process that has died, and are
 * made due again first.
 */
function openMessageReader(db: Db, destination: ChatDestination, isShared: boolean) {
  let isRecovered = isShared
  let after = nilUid
  return async function readMessages(): Promise<PendingMessage[]> {
    if (!isRecovered) await recoverLeases(db, destination)
    isRecovered = true
    const firsts = await listPendingChats(db, destination, { after, limit: chatsAtOnce })
    if (firsts.length === 0 && after !== nilUid) {
      after = nilUid
      return listPendingChats(db, destination, { after, limit: chatsAtOnce })
    }
    after = firsts.length === chatsAtOnce ? firsts.at(-1)!.creatorUid : nilUid
    return firsts
  }
}
