/** Sends the next message to one creator's chat, for one event or for several tips, and records how their deliveries ended. */
import { chatProblem } from '../../contract/chat/chat-problems.ts'
import { chatDestinations } from '../../contract/events.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import {
  completeDeliveries,
  leaseDeliveries,
  leaseOneChat,
  releaseDeliveries,
  retryDeliveries,
} from '../../db/queries/deliveries/deliveries.ts'
import type { LeasedDelivery } from '../../db/queries/deliveries/deliveries.ts'
import { listPendingMessages } from '../../db/queries/chat/pending-messages.ts'
import type { PendingMessage } from '../../db/queries/chat/pending-messages.ts'
import { findEventTrace } from '../../db/queries/deliveries/event-traces.ts'
import { inTraceOf } from '../../db/tracing.ts'
import { listEventDetails } from '../../db/queries/deliveries/event-details.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { chooseEvents, isUrgent, keepWorthy } from '../../domain/chat/choose-next-message.ts'
import type { PendingChat } from '../../domain/chat/choose-next-message.ts'
import { recordBotRole, recordChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryRules } from '../delivery-rules.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { countRun } from '../record-run.ts'
import type { RunOutcome } from '../record-run.ts'
import type { HeldLease } from '../lease.ts'
import type { ChatPoster } from './poster.ts'
import { isTestLine, postMessage, recordUntilDone } from './post-message.ts'
import { recordShown } from './record-shown.ts'

export interface SendRequest {
  poster: ChatPoster
  lease: HeldLease
  chat: PendingChat
  /** How many creators' chats have due messages; these chats share the platform's limit. */
  waiting: number
}

/** The next step of the dispatcher after an attempt. */
export type DispatchResult =
  | { kind: 'done' }
  | { kind: 'failed' }
  /**
   * The dispatcher waits before it sends again to this chat or platform. With the scope `tips`, it may still announce a funded
   * goal.
   */
  | { kind: 'wait'; scope: 'tips' | 'chat' | 'platform'; milliseconds: number }

/** How long a chat waits whose messages were taken meanwhile, by another process or by the sweep. */
const contendedMs = 200
/** How long a chat waits, while messages are scarce, until a larger tip may have arrived. */
const scarceMs = 5_000
/** How long a message waits when this process's lease is about to end, so that the next holder sends it. */
const handoverMs = 1_000

/**
 * Sends one message; never rejects. A failure is recorded with the deliveries, shown to the creator, and logged without private
 * data.
 */
export async function sendNextMessage(ctx: WorkerContext, request: SendRequest): Promise<DispatchResult> {
  const eventId = request.chat.messages[0]?.eventId
  return inTraceOf(
    `post to ${request.poster.platform}`,
    async () => eventId && findEventTrace(ctx.db, eventId),
    () => sendAndRecord(ctx, request),
  )
}

async function sendAndRecord(ctx: WorkerContext, request: SendRequest): Promise<DispatchResult> {
  const started = performance.now()
  const queue = chatDestinations[request.poster.platform]
  const { result, outcome, details } = await attempt(ctx, request).catch((error: Error) =>
    fail(ctx, request, error),
  )
  if (outcome) {
    const ms = Math.round((performance.now() - started) * 10) / 10
    countRun(queue, outcome, ms)
    const level = outcome === 'failed' ? 'warn' : outcome === 'done' ? 'debug' : 'info'
    ctx.log[level](
      { queue, creator: request.chat.creatorUid, outcome, ms, ...details },
      'chat message attempted',
    )
  }
  return result
}

interface SendResult {
  result: DispatchResult
  /** How the attempt ended; undefined if nothing was attempted. */
  outcome?: RunOutcome
  details?: object
}

async function attempt(
  ctx: WorkerContext,
  { poster, lease, chat, waiting }: SendRequest,
): Promise<SendResult> {
  const { db } = ctx
  const connection = await findConnection(db, chat.creatorUid, poster.platform)
  if (!connection) return endDisconnected(ctx, poster, chat)

  const { messages, waitMs, reason, fromMinor = 0 } = await poster.ready(connection, isUrgent(chat))
  if (messages === 0) {
    if (reason) await recordChatOutcome(db, connection.uid, poster.platform, reason)
    // If not even an urgent message may be sent, the chat's other messages have to wait as well.
    const scope = isUrgent(chat) ? 'chat' : 'tips'
    return { result: { kind: 'wait', scope, milliseconds: waitMs } }
  }
  const pending = await listPendingMessages(db, chatDestinations[poster.platform], chat.creatorUid)
  if (!lease.isSafe()) return { result: { kind: 'wait', scope: 'platform', milliseconds: handoverMs } }
  const worthy = keepWorthy(pending, fromMinor)
  if (worthy.length === 0 && pending.length > 0)
    return { result: { kind: 'wait', scope: 'tips', milliseconds: scarceMs } }
  const share = fromMinor > 0 ? 0 : Math.floor(messages / waiting)
  return send(ctx, poster, connection, chooseEvents(worthy, share))
}

async function send(
  ctx: WorkerContext,
  poster: ChatPoster,
  connection: ConnectionRow,
  chosen: readonly PendingMessage[],
): Promise<SendResult> {
  const { db } = ctx
  const destination = chatDestinations[poster.platform]
  const chosenIds = chosen.map(({ id }) => id)
  const { leaseMs, sentBy } = deliveryRules[destination]
  const leased =
    sentBy === 'any worker'
      ? await leaseOneChat(db, destination, connection.uid, chosenIds, leaseMs)
      : await leaseDeliveries(db, chosenIds, leaseMs)
  if (leased.length === 0) return { result: { kind: 'wait', scope: 'chat', milliseconds: contendedMs } }
  const ids = leased.map(({ id }) => id)
  try {
    const events = await listEventDetails(
      db,
      leased.flatMap(({ eventId }) => eventId ?? []),
    )
    const isRetry = leased.some(({ attempts }) => attempts > 1)
    const posted = await postMessage(ctx, poster, connection, events, isRetry)
    await recordUntilDone(() => completeDeliveries(db, ids, { status: 'sent' }))
    const problem = posted === 'posted' ? null : posted
    // Only a message that is shown clears `held`.
    if (connection.problem !== problem && connection.problem !== 'held')
      await recordChatOutcome(db, connection.uid, poster.platform, posted)
    await recordBotRole(db, connection, posted)
    await recordShown(ctx, poster, { connection, ids, isTest: isTestLine(events) })
  } catch (error) {
    return recordFailure(ctx, poster, connection.uid, leased, error as Error)
  }
  return { result: { kind: 'done' }, outcome: 'done', details: { tips: ids.length } }
}

/**
 * Decides what happens to the deliveries of a message that failed. Rethrows every error that does not concern this message alone.
 */
async function recordFailure(
  ctx: WorkerContext,
  poster: ChatPoster,
  uid: string,
  leased: readonly LeasedDelivery[],
  error: Error,
): Promise<SendResult> {
  const { db } = ctx
  const ids = leased.map(({ id }) => id)
  if (error instanceof SlowDownError) {
    const { reason, milliseconds } = error
    if (reason !== 'duplicate') {
      await releaseDeliveries(db, ids)
      throw error
    }
    // An earlier attempt posted the message, because Twitch refuses this one as a repetition.
    if (leased.every(({ attempts }) => attempts > 1)) return recordSent(ctx, ids)
    // Another message with the same text was posted before, so this one waits, and may be coalesced with others meanwhile.
    await recordReason(ctx, poster, uid, reason)
    await releaseDeliveries(db, ids, milliseconds)
    return { result: { kind: 'done' }, outcome: 'slowed', details: { reason } }
  }
  if (error instanceof GiveUpError) {
    if (!messageReasons.has(error.reason)) throw error
    await recordReason(ctx, poster, uid, error.reason)
    return giveUp(ctx, ids, error.reason)
  }
  const { maxAttempts } = deliveryRules[chatDestinations[poster.platform]]
  const failed = leased.filter(({ attempts }) => attempts >= maxAttempts).map(({ id }) => id)
  await completeDeliveries(db, failed, { status: 'gave_up', reason: 'failed' })
  await retryDeliveries(db, ids)
  throw error
}

async function recordSent({ db }: WorkerContext, ids: readonly string[]): Promise<SendResult> {
  await completeDeliveries(db, ids, { status: 'sent' })
  return { result: { kind: 'done' }, outcome: 'done', details: { tips: ids.length, repeated: true } }
}

/** Reasons that concern one message and not the whole chat. */
const messageReasons = new Set<string>(['rejected', 'unconfirmed'])

/**
 * Handles an error that concerns the whole chat. After a permanent refusal, all due deliveries of the chat are given up, because
 * they would be refused as well.
 */
async function fail(
  ctx: WorkerContext,
  { poster, chat }: Pick<SendRequest, 'poster' | 'chat'>,
  error: Error,
): Promise<SendResult> {
  try {
    if (error instanceof GiveUpError) {
      await recordReason(ctx, poster, chat.creatorUid, error.reason)
      return await giveUpAll(ctx, poster, chat, error.reason)
    }
    if (error instanceof SlowDownError) {
      const { scope, milliseconds, reason } = error
      await recordReason(ctx, poster, chat.creatorUid, reason)
      const backoffScope = scope === 'destination' ? 'platform' : 'chat'
      return {
        result: { kind: 'wait', scope: backoffScope, milliseconds },
        outcome: 'slowed',
        details: { reason },
      }
    }
  } catch (worse) {
    return fail(ctx, { poster, chat }, worse as Error)
  }
  const { code } = error as NodeJS.ErrnoException
  return {
    result: { kind: 'failed' },
    outcome: 'failed',
    details: { error: { message: error.message, code } },
  }
}

/** Ends the due deliveries of a chat that its creator has disconnected, up to 500 at a time. That is no failure. */
async function endDisconnected(
  { db }: WorkerContext,
  { platform }: ChatPoster,
  { creatorUid }: PendingChat,
): Promise<SendResult> {
  const reason = 'disconnected'
  const pending = await listPendingMessages(db, chatDestinations[platform], creatorUid)
  const ids = pending.map(({ id }) => id)
  await completeDeliveries(db, ids, { status: 'expired', reason })
  return { result: { kind: 'done' }, outcome: 'done', details: { reason, tips: ids.length } }
}

/** Gives up the due deliveries of a chat, up to 500 at a time. */
async function giveUpAll(
  ctx: WorkerContext,
  { platform }: ChatPoster,
  chat: PendingChat,
  reason: string,
): Promise<SendResult> {
  const pending = await listPendingMessages(ctx.db, chatDestinations[platform], chat.creatorUid)
  return giveUp(
    ctx,
    pending.map(({ id }) => id),
    reason,
  )
}

async function giveUp({ db }: WorkerContext, ids: readonly string[], reason: string): Promise<SendResult> {
  await completeDeliveries(db, ids, { status: 'gave_up', reason })
  return { result: { kind: 'done' }, outcome: 'gave_up', details: { reason, tips: ids.length } }
}

/** Records the reason on the creator's connection if it is one of the problems that creators are shown. */
async function recordReason({ db }: WorkerContext, { platform }: ChatPoster, uid: string, reason: string) {
  const problem = chatProblem.safeParse(reason)
  if (problem.success) await recordChatOutcome(db, uid, platform, problem.data)
}
