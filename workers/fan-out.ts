/** Fans events out: decides where each event is delivered, stores the deliveries, and publishes what has changed. */
import type { Destination, OutboxEvent, PubSubMessage, TipEventJob } from '../contract/events.ts'
import { countedAmount, toPublicTip } from '../contract/payments/tip.ts'
import { ensureCounter } from '../db/queries/alerts/alerts.ts'
import type { EventDetails } from '../db/queries/deliveries/event-details.ts'
import { fanOut } from '../db/queries/deliveries/fan-out.ts'
import type { EventPlan, FanOut, FannedOut } from '../db/queries/deliveries/fan-out.ts'
import { listOpenEvents } from '../db/queries/deliveries/outbox.ts'
import type { OpenEvents } from '../db/queries/deliveries/outbox.ts'
import { storeAlerts } from '../db/queries/alerts/store-alerts.ts'
import type { AlertPlan, AlertsStored, StoredAlerts } from '../db/queries/alerts/store-alerts.ts'
import { planDeliveries } from '../domain/alerts/plan-deliveries.ts'
import type { PlannedEvent } from '../domain/alerts/plan-deliveries.ts'
import { publish } from './context.ts'
import type { WorkerContext } from './context.ts'
import { readLifetimes } from './delivery-rules.ts'
import { hasAlertBody, toAlertBody } from './to-alert-body.ts'

/** The maximum number of one creator's events that are fanned out together. */
const maxEvents = 100

/** A job's own data is used up to this age. Then the event is read again, because settings or blocked words may have changed. */
const maxJobAgeMs = 60_000

/** A job whose alert, if it has one, is stored. */
export interface AlertedJob {
  eventId: string
  /**
   * The data for storing the event's deliveries and notification; undefined if the event has to be read from Postgres for that.
   */
  fanOut: AlertingFanOut | undefined
  /** Resolves when the alert is published; never rejects. */
  published: Promise<void>
}

/**
 * Stores and publishes, in one statement, the alerts of jobs that carry the data of their events. `completeJobs` then has to
 * store their deliveries and notifications. If that never happens, nothing is lost: the sweep finds the events open.
 */
export async function alertJobs(
  ctx: WorkerContext,
  jobs: readonly TipEventJob[],
  reachable: ReadonlySet<Destination>,
): Promise<AlertedJob[]> {
  const planned = jobs.map((job) => ({ eventId: job.eventId, fanOut: planCaptured(job, reachable) }))
  const fanOuts = mergeByCreator(planned.flatMap(({ fanOut }) => fanOut ?? []))
  const { ready, published } = await alertFirst(ctx, fanOuts).catch((error: Error) => {
    ctx.log.warn({ reason: error.message }, 'alerts not stored at once')
    return { ready: [], published: Promise.resolve() }
  })
  const creators = new Set(ready.map(({ creatorUid }) => creatorUid))
  return planned.map(({ eventId, fanOut }) => ({
    eventId,
    fanOut: fanOut && creators.has(fanOut.creatorUid) ? fanOut : undefined,
    published,
  }))
}

/**
 * Completes the fan-out of jobs whose alerts are stored, in one statement. If that is not possible for a creator, reads and fans
 * out all open events of the creator in order.
 */
export async function completeJobs(
  ctx: WorkerContext,
  jobs: readonly AlertedJob[],
  reachable: ReadonlySet<Destination>,
): Promise<void> {
  const fanOuts = mergeByCreator(jobs.flatMap(({ fanOut }) => fanOut ?? []))
  const done = await completeCaptured(ctx, fanOuts).catch((error: Error) => {
    ctx.log.warn({ reason: error.message }, 'jobs not fanned out at once')
    return new Set<string>()
  })
  await Promise.all(jobs.map(({ published }) => published))
  const left = jobs.filter(({ fanOut }) => !fanOut || !done.has(fanOut.creatorUid))
  if (left.length > 0)
    await fanOutOpen(
      ctx,
      left.map(({ eventId }) => eventId),
      reachable,
    )
}

/** Returns the fan-out of the data that a job carries; undefined if it carries none or is too old. */
function planCaptured(
  { eventId, captured }: TipEventJob,
  reachable: ReadonlySet<Destination>,
): AlertingFanOut | undefined {
  if (!captured) return undefined
  if (Date.now() - Date.parse(captured.alert.at) > maxJobAgeMs) return undefined
  const { creatorUid, planned, settings, alert } = captured
  return {
    creatorUid,
    plans: [{ eventId, destinations: planDeliveries(planned, settings, reachable), alert }],
  }
}

function mergeByCreator(fanOuts: readonly AlertingFanOut[]): AlertingFanOut[] {
  const merged = new Map<string, AlertingPlan[]>()
  for (const { creatorUid, plans } of fanOuts)
    merged.set(creatorUid, [...(merged.get(creatorUid) ?? []), ...plans])
  return [...merged].map(([creatorUid, plans]) => ({ creatorUid, plans }))
}

/** Completes the fan-out of tips captured a moment ago. Returns the creators where this succeeded. */
async function completeCaptured(
  ctx: WorkerContext,
  fanOuts: readonly AlertingFanOut[],
): Promise<Set<string>> {
  const lifetimesMs = readLifetimes(ctx.config)
  const fannedOut = await fanOut(ctx.db, fanOuts, { lifetimesMs, isNotifying: true })
  await publishChanges(ctx, fannedOut, new Set(fanOuts.map(({ creatorUid }) => creatorUid)))
  return new Set(fannedOut.flatMap(({ creatorUid, isReady }) => (isReady ? creatorUid : [])))
}

/** Reads and fans out all open events of the creators of these events, oldest first. */
export async function fanOutOpen(
  ctx: WorkerContext,
  eventIds: readonly string[],
  reachable: ReadonlySet<Destination>,
): Promise<void> {
  for (;;) {
    const open = await listOpenEvents(ctx.db, eventIds, maxEvents)
    if (open.length === 0) return
    const fannedOut = await storeAll(
      ctx,
      open.map((events) => toFanOut(events, reachable)),
    )
    const withTotals = new Set(open.filter(movesTotals).map(({ creatorUid }) => creatorUid))
    await publishChanges(ctx, fannedOut, withTotals)
    const isComplete = open.every(({ events }) => events.length < maxEvents)
    // Every event of these creators that was not fanned out has been read, so none is left unless a creator was not ready.
    if (isComplete && fannedOut.filter(({ isReady }) => isReady).length === open.length) return
  }
}

/** Stores an alert or notification whose delivery was left due. Returns false if it has to wait for an older alert. */
export async function storeDue(
  ctx: WorkerContext,
  destination: 'alerts' | 'notifications',
  event: EventDetails,
): Promise<boolean> {
  const { eventId, creator } = event
  await ensureCounter(ctx.db, creator.uid)
  let isAlerted = false
  if (destination === 'alerts') {
    const { stored } = await storeAlerts(ctx.db, [{ eventId, alert: toAlertBody(event) }])
    await publishAlerts(ctx, stored)
    isAlerted = stored.has(creator.uid)
  }
  const given = [{ creatorUid: creator.uid, plans: [{ eventId, destinations: [destination] }] }]
  const fannedOut = await fanOut(ctx.db, given, { lifetimesMs: {}, isNotifying: true })
  await publishChanges(ctx, fannedOut, new Set())
  return isAlerted || fannedOut.some(({ isNotified }) => isNotified)
}

interface AlertingPlan extends EventPlan, AlertPlan {}
interface AlertingFanOut extends FanOut {
  plans: readonly AlertingPlan[]
}

function toFanOut(
  { creatorUid, events, settings }: OpenEvents,
  reachable: ReadonlySet<Destination>,
): AlertingFanOut {
  return {
    creatorUid,
    plans: events.map((event) => ({
      eventId: event.eventId,
      destinations: planDeliveries(toPlanned(event), settings, reachable),
      // Without what it is about, the alert cannot be stored: its delivery is left due, and given up after its attempts.
      alert: hasAlertBody(event) ? toAlertBody(event) : undefined,
    })),
  }
}

interface Alerted {
  /** The fan-outs of the creators whose alerts could be stored. */
  ready: readonly AlertingFanOut[]
  /** Resolves when the alerts are published; never rejects. Storing deliveries does not have to wait for this. */
  published: Promise<void>
}

/** Stores the alerts of these events and starts to publish them. */
async function alertFirst(ctx: WorkerContext, fanOuts: readonly AlertingFanOut[]): Promise<Alerted> {
  const plans = fanOuts.flatMap((one) =>
    one.plans.map(({ eventId, destinations, alert }) => ({
      eventId,
      alert: destinations.includes('alerts') ? alert : undefined,
    })),
  )
  if (plans.every(({ alert }) => !alert)) return { ready: fanOuts, published: Promise.resolve() }
  const { stored, unready } = await storeAlerts(ctx.db, plans)
  const ready = fanOuts.filter(({ creatorUid }) => !unready.has(creatorUid))
  return { ready, published: publishAlerts(ctx, stored) }
}

/**
 * Fans events out. If alerts or notifications cannot be stored, their deliveries are left due, so that the other deliveries are
 * not delayed.
 */
async function storeAll(ctx: WorkerContext, fanOuts: readonly AlertingFanOut[]): Promise<FannedOut[]> {
  const warnIfAlone = (error: Error, without: string) => {
    if (fanOuts.length > 1) throw error // the caller then tries each creator alone
    ctx.log.warn(
      { creatorUid: fanOuts[0]!.creatorUid, reason: error.message },
      `fanned out without ${without}`,
    )
  }
  const { ready, published } = await alertFirst(ctx, fanOuts).catch((error: Error) => {
    warnIfAlone(error, 'alerts')
    return { ready: fanOuts, published: Promise.resolve() }
  })
  const lifetimesMs = readLifetimes(ctx.config)
  const fannedOut = await fanOut(ctx.db, ready, { lifetimesMs, isNotifying: true }).catch((error: Error) => {
    warnIfAlone(error, 'notifications')
    return fanOut(ctx.db, ready, { lifetimesMs, isNotifying: false })
  })
  await published
  return fannedOut
}

async function publishAlerts(ctx: WorkerContext, stored: AlertsStored['stored']): Promise<void> {
  await publish(ctx, ...[...stored].map(([creatorUid, own]) => toAlertMessage(creatorUid, own)))
}

/** Publishes the messages about changed totals, new notifications and due deliveries. */
async function publishChanges(
  ctx: WorkerContext,
  fannedOut: readonly FannedOut[],
  withTotals: ReadonlySet<string>,
): Promise<void> {
  const messages = fannedOut.flatMap(({ creatorUid, isNotified, isReady }) => {
    const own: PubSubMessage[] = []
    if (isReady && withTotals.has(creatorUid)) own.push({ kind: 'live', creatorUid })
    if (isNotified) own.push({ kind: 'notification', uid: creatorUid })
    return own
  })
  const due = [...new Set(fannedOut.flatMap((one) => one.due))]
  if (due.length > 0) messages.push({ kind: 'deliveries', destinations: due })
  await publish(ctx, ...messages)
}

/** Test alerts, replays and show events that no goal counts do not change anything on a public page. */
const withoutTotals: ReadonlySet<string> = new Set<OutboxEvent['type']>([
  'alert.tested',
  'alert.replayed',
  'show.received',
  'show.hidden',
  'show.replayed',
  'chat.tested',
])

function movesTotals({ events }: OpenEvents): boolean {
  return events.some(({ event, show }) => !withoutTotals.has(event.type) || (show?.isInGoals ?? false))
}

/** NOTIFY allows less than 8,000 bytes. If a message does not contain its alerts, every server has to read them from Postgres. */
const maxAlertBytes = 7000

/** Returns the pub/sub message about stored alerts. It contains the alerts if they are small enough. */
function toAlertMessage(creatorUid: string, { lastSeq, alerts }: StoredAlerts): PubSubMessage {
  const message = { kind: 'alert' as const, creatorUid, seq: lastSeq }
  const isSmall = Buffer.byteLength(JSON.stringify(alerts)) <= maxAlertBytes
  return isSmall ? { ...message, alerts } : message
}

function toPlanned({ event, tip, goal, show }: EventDetails): PlannedEvent {
  if (event.type === 'alert.tested' && event.sample === 'refunded') return { type: 'tip.returned' }
  if (event.type === 'show.received' || event.type === 'show.replayed')
    return {
      type: event.type,
      hasMessage: show !== null && show.message !== null,
      hold: show?.isHidden ? 'begun' : undefined,
    }
  const hasMessage = tip !== null && toPublicTip(tip).message !== null
  const worthMinor = tip ? countedAmount(tip).amountMinor : 0
  if (event.type === 'alert.replayed') return { type: event.type, worthMinor, hasMessage }
  if (event.type === 'alert.tested') return { type: event.type, hasMessage: event.sample !== undefined }
  if (event.type === 'tip.returned' || event.type === 'tip.converted' || event.type === 'show.hidden')
    return { type: event.type }
  if (event.type === 'chat.tested') return { type: event.type }
  const hold = event.isReleased ? 'over' : tip?.wasHeld ? 'begun' : undefined
  if (event.type !== 'tip.captured') return { type: event.type, hold }
  return {
    type: event.type,
    isForGoal: goal !== null,
    isFromAccount: tip?.isFromAccount ?? false,
    worthMinor,
    hasMessage,
    hold,
  }
}
