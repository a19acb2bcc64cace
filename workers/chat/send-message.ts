/**
 * Sends the next message to one creator's chat, for one event or for several tips, and records how each of their deliveries
 * ended.
 */
import { chatProblem } from '../../contract/chat-problems.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { ChatDestination } from '../../contract/events.ts'
import { findConnection } from '../../db/queries/connections.ts'
import {
  completeDeliveries,
  leaseDeliveries,
  releaseDeliveries,
  retryDeliveries,
} from '../../db/queries/deliveries.ts'
import type { LeasedDelivery } from '../../db/queries/deliveries.ts'
import type { PendingMessage } from '../../db/queries/pending-messages.ts'
import { listEventDetails } from '../../db/queries/event-details.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { chooseEvents, isUrgent } from '../../domain/chat/choose-next-message.ts'
import type { OwedChat } from '../../domain/chat/choose-next-message.ts'
import { noteChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryRules } from '../delivery-rules.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { countRun } from '../record-run.ts'
import type { RunOutcome } from '../record-run.ts'
import type { HeldLease } from '../lease.ts'
import type { ChatPoster, Posted } from './poster.ts'
import { writeLine } from './format-message.ts'

export interface Turn {
  poster: ChatPoster
  lease: HeldLease
  chat: OwedChat
  /** How many creators' chats have messages due: they share the platform's limit. */
  waiting: number
}

/** How the dispatcher goes on after an attempt. */
export type Told =
  | { kind: 'done' }
  | { kind: 'failed' }
  /** `tips`: a funded goal may still be sent. */
  | { kind: 'wait'; holds: 'tips' | 'chat' | 'everybody'; milliseconds: number }

/** When the lease is about to end, its next holder sends the message. */
const handOverMs = 1_000

/**
 * Sends one message; never rejects. A failure is recorded with its deliveries, shown to the creator and logged without
 * private data.
 */
export async function tellChat(ctx: WorkerContext, turn: Turn): Promise<Told> {
  const started = performance.now()
  const queue = chatDestinations[turn.poster.platform]
  const { told, outcome, facts } = await take(ctx, turn).catch((error: Error) => fail(ctx, turn, error))
  if (outcome) {
    const ms = Math.round((performance.now() - started) * 10) / 10
    countRun(queue, outcome, ms)
    const level = outcome === 'failed' ? 'warn' : outcome === 'done' ? 'debug' : 'info'
    ctx.log[level]({ queue, creator: turn.chat.creatorUid, outcome, ms, ...facts }, 'chat told')
  }
  return told
}

interface Taken {
  told: Told
  /** Undefined when nothing was attempted. */
  outcome?: RunOutcome
  facts?: object
}

async function take(ctx: WorkerContext, { poster, lease, chat, waiting }: Turn): Promise<Taken> {
  const { db } = ctx
  const connection = await findConnection(db, chat.creatorUid, poster.platform)
  if (!connection) return giveUpAll(ctx, poster, chat, 'disconnected')

  const { lines, waitMs, reason } = await poster.ready(connection, isUrgent(chat))
  if (lines === 0) {
    if (reason) await noteChatOutcome(db, connection.uid, poster.platform, reason)
    // When even an urgent message has no room, the chat's other messages have to wait too.
    const holds = isUrgent(chat) ? 'chat' : 'tips'
    return { told: { kind: 'wait', holds, milliseconds: waitMs } }
  }
  if (!lease.isSafe()) return { told: { kind: 'wait', holds: 'everybody', milliseconds: handOverMs } }
  return send(ctx, poster, connection, chooseEvents(chat.lines, Math.floor(lines / waiting)))
}

async function send(
  ctx: WorkerContext,
  poster: ChatPoster,
  connection: ConnectionRow,
  chosen: readonly PendingMessage[],
): Promise<Taken> {
  const { db } = ctx
  const destination = chatDestinations[poster.platform]
  const chosenIds = chosen.map(({ eventId }) => eventId)
  const leased = await leaseDeliveries(db, destination, chosenIds, deliveryRules[destination].leaseMs)
  if (leased.length === 0) return { told: { kind: 'done' } }
  const eventIds = leased.map(({ id }) => id)
  try {
    const posted = await postLine(ctx, poster, connection, await listEventDetails(db, eventIds))
    await completeDeliveries(db, destination, eventIds, { status: 'sent' })
    const problem = posted === 'posted' ? null : posted
    if (connection.problem !== problem) await noteChatOutcome(db, connection.uid, poster.platform, posted)
  } catch (error) {
    return recordFailure(ctx, poster, connection.uid, leased, error as Error)
  }
  return { told: { kind: 'done' }, outcome: 'done', facts: { tips: eventIds.length } }
}

/** Records the deliveries of a failed message; rethrows errors that concern the whole chat. */
async function recordFailure(
  ctx: WorkerContext,
  poster: ChatPoster,
  uid: string,
  leased: readonly LeasedDelivery[],
  error: Error,
): Promise<Taken> {
  const { db } = ctx
  const destination = chatDestinations[poster.platform]
  const eventIds = leased.map(({ id }) => id)
  if (error instanceof SlowDownError) {
    const { reason, milliseconds } = error
    if (reason !== 'duplicate') {
      await releaseDeliveries(db, destination, eventIds)
      throw error
    }
    // An earlier attempt sent the message, and Twitch refuses the repetition: the message is in the chat.
    if (leased.every(({ attempts }) => attempts > 1)) return recordSent(ctx, destination, eventIds)
    // Two supporters' messages have the same text: the second waits, and may be coalesced with others meanwhile.
    await noteReason(ctx, poster, uid, reason)
    await releaseDeliveries(db, destination, eventIds, milliseconds)
    return { told: { kind: 'done' }, outcome: 'slowed', facts: { reason } }
  }
  if (error instanceof GiveUpError) {
    if (!messageReasons.has(error.reason)) throw error
    await noteReason(ctx, poster, uid, error.reason)
    return giveUp(ctx, destination, eventIds, error.reason)
  }
  const { maxAttempts } = deliveryRules[destination]
  const failed = leased.filter(({ attempts }) => attempts >= maxAttempts).map(({ id }) => id)
  await completeDeliveries(db, destination, failed, { status: 'gave_up', reason: 'failed' })
  await retryDeliveries(db, destination, eventIds)
  throw error
}

async function recordSent(
  { db }: WorkerContext,
  destination: ChatDestination,
  eventIds: readonly string[],
): Promise<Taken> {
  await completeDeliveries(db, destination, eventIds, { status: 'sent' })
  return { told: { kind: 'done' }, outcome: 'done', facts: { tips: eventIds.length, repeated: true } }
}

/** Reasons that concern one message and not the whole chat. */
const messageReasons = new Set<string>(['rejected', 'unconfirmed'])

/**
 * Sends the message. When a platform refuses the text of a coalesced message, sends it once more without names, which may
 * have caused the refusal.
 */
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

/**
 * Handles an error that concerns the whole chat. A permanent refusal gives up every delivery due there, because the next
 * messages would be refused as well.
 */
async function fail(ctx: WorkerContext, { poster, chat }: Turn, error: Error): Promise<Taken> {
  try {
    if (error instanceof GiveUpError) {
      await noteReason(ctx, poster, chat.creatorUid, error.reason)
      return await giveUpAll(ctx, poster, chat, error.reason)
    }
    if (error instanceof SlowDownError) {
      const { scope, milliseconds, reason } = error
      await noteReason(ctx, poster, chat.creatorUid, reason)
      const holds = scope === 'destination' ? 'everybody' : 'chat'
      return { told: { kind: 'wait', holds, milliseconds }, outcome: 'slowed', facts: { reason } }
    }
  } catch (worse) {
    return fail(ctx, { poster, chat } as Turn, worse as Error)
  }
  const { code } = error as NodeJS.ErrnoException
  return { told: { kind: 'failed' }, outcome: 'failed', facts: { error: { message: error.message, code } } }
}

/** Gives up all deliveries that are due at a chat. */
async function giveUpAll(
  ctx: WorkerContext,
  { platform }: ChatPoster,
  chat: OwedChat,
  reason: string,
): Promise<Taken> {
  const eventIds = chat.lines.map(({ eventId }) => eventId)
  return giveUp(ctx, chatDestinations[platform], eventIds, reason)
}

async function giveUp(
  { db }: WorkerContext,
  destination: ChatDestination,
  eventIds: readonly string[],
  reason: string,
): Promise<Taken> {
  await completeDeliveries(db, destination, eventIds, { status: 'gave_up', reason })
  return { told: { kind: 'done' }, outcome: 'gave_up', facts: { reason, tips: eventIds.length } }
}

/** Shows the reason to the creator if it is one of the problems that creators see. */
async function noteReason({ db }: WorkerContext, { platform }: ChatPoster, uid: string, reason: string) {
  const problem = chatProblem.safeParse(reason)
  if (problem.success) await noteChatOutcome(db, uid, platform, problem.data)
}
