/**
 * The desk of one kind of chat: looks at all that is owed there, lets one line after the other out, and writes down how each
 * tip ended. It is told to look by the bell, and looks by itself every second.
 */
import { chatDestinations } from '../../contract/events.ts'
import { listPendingMessages } from '../../db/queries/pending-messages.ts'
import type { PendingMessage } from '../../db/queries/pending-messages.ts'
import { chooseChat, groupByCreator, isUrgent } from '../../domain/chat/choose-next-message.ts'
import type { OwedChat } from '../../domain/chat/choose-next-message.ts'
import type { WorkerContext } from '../context.ts'
import type { Duty, HeldLease } from '../lease.ts'
import { tellChat } from './send-message.ts'
import { openHolds } from './backoff.ts'
import { startLoop } from './loop.ts'
import type { ChatPoster } from './poster.ts'

export interface Desk extends Duty {
  /** Something may be owed. */
  ring(): void
}

const lookMs = 1_000
/** A chat that hangs must not keep the others waiting. */
const atOnce = 8
const mostRemembered = 10_000

/** Opens the desk of a poster for as long as the lease is held. */
export function openDesk(ctx: WorkerContext, poster: ChatPoster, lease: HeldLease): Desk {
  const { db, config, log } = ctx
  const destination = chatDestinations[poster.platform]
  const holds = openHolds()
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
        loop.ring()
      })
    busy.set(uid, telling)
  }

  /** Begins what may begin; each line changes what is owed, so the next look decides about the one after it. */
  function serveAll(lines: readonly PendingMessage[]): void {
    const chats = groupByCreator(lines.filter(({ eventId }) => holds.isLineFree(eventId)))
    while (busy.size < atOnce && !loop.isEnding()) {
      const free = chats.filter(
        (chat) => !busy.has(chat.creatorUid) && holds.isFree(chat.creatorUid, isUrgent(chat)),
      )
      const next = chooseChat(free, toldAt)
      if (!next) return
      serve(next, chats.length)
    }
  }

  async function look(): Promise<number> {
    if (!holds.isClosed() && lease.isSafe()) {
      const owed = await listPendingMessages(db, destination, config.chatLifetimeMs).catch((error: Error) => {
        log.warn({ destination, reason: error.message }, 'owed lines not read')
        return []
      })
      serveAll(owed)
    }
    return Math.min(holds.nextMs() ?? lookMs, lookMs)
  }

  const loop = startLoop(look)

  async function end(): Promise<void> {
    await loop.end()
    await Promise.all(busy.values())
  }

  return {
    ring: loop.ring,
    async close() {
      await end()
      await poster.close()
    },
    async drop() {
      await Promise.all([poster.close(), end()])
    },
  }
}

/** Keeps a turn also of who is owed nothing now: a raid that pauses for a moment does not become the first again. */
function remember(toldAt: Map<string, number>, uid: string, turn: number): void {
  toldAt.delete(uid)
  toldAt.set(uid, turn)
  const [oldest] = toldAt.keys()
  if (toldAt.size > mostRemembered && oldest !== undefined) toldAt.delete(oldest)
}
