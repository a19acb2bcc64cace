/** One creator's turn at the desk: as much as there is room for is told in one line, and every tip in it is settled. */
import { chatProblem } from '../../contract/chat-problems.ts'
import { chatDestinations } from '../../contract/events.ts'
import { findConnection } from '../../db/queries/connections.ts'
import { settleDeliveries } from '../../db/queries/deliveries.ts'
import { abandonLine, beginLine, settleLine } from '../../db/queries/pending-messages.ts'
import type { PendingMessage } from '../../db/queries/pending-messages.ts'
import { listEventDetails } from '../../db/queries/event-details.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { chooseEvents, isUrgent } from '../../domain/chat/choose-next-message.ts'
import type { OwedChat } from '../../domain/chat/choose-next-message.ts'
import { noteChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import type { WorkerContext } from '../context.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { countJob } from '../job-metrics.ts'
import type { JobOutcome } from '../job-metrics.ts'
import type { HeldLease } from '../lease.ts'
import type { ChatPoster, Posted } from './poster.ts'
import { writeLine } from './format-message.ts'

export interface Turn {
  poster: ChatPoster
  lease: HeldLease
  chat: OwedChat
  /** How many creators' chats are owed something: they share what room there is. */
  waiting: number
}

/** What a turn means for the next one. */
export type Told =
  | { kind: 'done' }
  | { kind: 'failed' }
  /** `tips`: funded goals need not wait. */
  | { kind: 'wait'; holds: 'tips' | 'chat' | 'everybody'; milliseconds: number }
  /** Other lines to this chat need not wait. */
  | { kind: 'wait'; holds: 'line'; eventIds: readonly string[]; milliseconds: number }

/** A line that comes in the last moment of a lease waits for its next holder. */
const handOverMs = 1_000

/** Takes a turn; every failure is settled, noted for the creator and logged, with nothing private in the line. */
export async function tellChat(ctx: WorkerContext, turn: Turn): Promise<Told> {
  const started = performance.now()
  const queue = chatDestinations[turn.poster.platform]
  const { told, outcome, facts } = await take(ctx, turn).catch((error: Error) => fail(ctx, turn, error))
  if (outcome) {
    const ms = Math.round((performance.now() - started) * 10) / 10
    countJob(queue, outcome, ms)
    const level = outcome === 'failed' ? 'warn' : outcome === 'done' ? 'debug' : 'info'
    ctx.log[level]({ queue, creator: turn.chat.creatorUid, outcome, ms, ...facts }, 'chat told')
  }
  return told
}

interface Taken {
  told: Told
  /** Undefined where nothing was begun. */
  outcome?: JobOutcome
  facts?: object
}

async function take(ctx: WorkerContext, { poster, lease, chat, waiting }: Turn): Promise<Taken> {
  const { db } = ctx
  const connection = await findConnection(db, chat.creatorUid, poster.platform)
  if (!connection) return giveUp(ctx, poster, chat.lines, 'disconnected')

  const { lines, waitMs, reason } = await poster.ready(connection, isUrgent(chat))
  if (lines === 0) {
    if (reason) await noteChatOutcome(db, connection.uid, poster.platform, reason)
    // What had no room although it is urgent has to wait whatever it is.
    const holds = isUrgent(chat) ? 'chat' : 'tips'
    return { told: { kind: 'wait', holds, milliseconds: waitMs } }
  }
  if (!lease.isSafe()) return { told: { kind: 'wait', holds: 'everybody', milliseconds: handOverMs } }
  return say(ctx, poster, connection, chooseEvents(chat.lines, Math.floor(lines / waiting)))
}

async function say(
  ctx: WorkerContext,
  poster: ChatPoster,
  connection: ConnectionRow,
  chosen: readonly PendingMessage[],
): Promise<Taken> {
  const { db } = ctx
  const destination = chatDestinations[poster.platform]
  const asked = chosen.map(({ eventId }) => eventId)
  const { eventIds, isRepeat } = await beginLine(db, asked, destination)
  const stories = await listEventDetails(db, eventIds)
  if (stories.length === 0) return { told: { kind: 'done' } }
  try {
    const posted = await postLine(ctx, poster, connection, stories)
    await settleLine(db, eventIds, destination)
    const problem = posted === 'posted' ? null : posted
    if (connection.problem !== problem) await noteChatOutcome(db, connection.uid, poster.platform, posted)
  } catch (error) {
    if (error instanceof SlowDownError) {
      const isDuplicate = error.reason === 'duplicate'
      // Begun before, and refused as a repetition: it stands there.
      if (isDuplicate && isRepeat) return settle(ctx, poster, eventIds)
      await abandonLine(db, eventIds, destination)
      if (isDuplicate) return holdLine(ctx, poster, connection.uid, eventIds, error)
    }
    // What concerns this line alone ends this line alone.
    const isLine = error instanceof GiveUpError && lineReasons.has(error.reason)
    if (!isLine) throw error
    await noteReason(ctx, poster, connection.uid, error.reason)
    return giveUp(ctx, poster, chosen, error.reason)
  }
  return { told: { kind: 'done' }, outcome: 'done', facts: { tips: stories.length } }
}

async function settle({ db }: WorkerContext, { platform }: ChatPoster, eventIds: string[]): Promise<Taken> {
  await settleLine(db, eventIds, chatDestinations[platform])
  return { told: { kind: 'done' }, outcome: 'done', facts: { tips: eventIds.length, repeated: true } }
}

/** Somebody gave the same twice: the second waits, and may share a line with others meanwhile. */
async function holdLine(
  ctx: WorkerContext,
  poster: ChatPoster,
  uid: string,
  eventIds: string[],
  { milliseconds, reason }: SlowDownError,
): Promise<Taken> {
  await noteReason(ctx, poster, uid, reason)
  return {
    told: { kind: 'wait', holds: 'line', eventIds, milliseconds },
    outcome: 'slowed',
    facts: { reason },
  }
}

const lineReasons = new Set<string>(['rejected', 'unconfirmed'])

/** Where the chat refuses what several tips say together it may be for one name: nobody is named then. */
async function postLine(
  ctx: WorkerContext,
  poster: ChatPoster,
  connection: ConnectionRow,
  stories: Parameters<typeof writeLine>[1],
): Promise<Posted> {
  const { platform } = poster
  try {
    return await poster.post(connection, await writeLine(ctx, stories, platform, { isNamed: true }))
  } catch (error) {
    const isRefused = error instanceof GiveUpError && error.reason === 'rejected'
    if (!isRefused || stories.length === 1) throw error
    return poster.post(connection, await writeLine(ctx, stories, platform, { isNamed: false }))
  }
}

/** A refusal of the whole chat settles all that it is owed: the next lines would only hear the same. */
async function fail(ctx: WorkerContext, { poster, chat }: Turn, error: Error): Promise<Taken> {
  try {
    if (error instanceof GiveUpError) {
      await noteReason(ctx, poster, chat.creatorUid, error.reason)
      return await giveUp(ctx, poster, chat.lines, error.reason)
    }
    if (error instanceof SlowDownError) {
      const { scope, milliseconds, reason } = error
      await noteReason(ctx, poster, chat.creatorUid, reason)
      const holds = scope === 'queue' ? 'everybody' : 'chat'
      return { told: { kind: 'wait', holds, milliseconds }, outcome: 'slowed', facts: { reason } }
    }
  } catch (worse) {
    return fail(ctx, { poster, chat } as Turn, worse as Error)
  }
  const { code } = error as NodeJS.ErrnoException
  return { told: { kind: 'failed' }, outcome: 'failed', facts: { error: { message: error.message, code } } }
}

async function giveUp(
  { db }: WorkerContext,
  { platform }: ChatPoster,
  lines: readonly PendingMessage[],
  reason: string,
): Promise<Taken> {
  const eventIds = lines.map(({ eventId }) => eventId)
  await settleDeliveries(db, eventIds, chatDestinations[platform], 'gave_up', reason)
  return { told: { kind: 'done' }, outcome: 'gave_up', facts: { reason, tips: lines.length } }
}

/** What the creator can be told of it, and no more. */
async function noteReason({ db }: WorkerContext, { platform }: ChatPoster, uid: string, reason: string) {
  const problem = chatProblem.safeParse(reason)
  if (problem.success) await noteChatOutcome(db, uid, platform, problem.data)
}
