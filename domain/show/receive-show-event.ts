/** Takes show events in: what viewers give or do that is not a tip. */
import type { ShowSetting } from '../../contract/show/show-calls.ts'
import type { SentShowEvent, ShowSource } from '../../contract/show/show-event.ts'
import type { TipEventJob } from '../../contract/events.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { countTowardGoals } from '../../db/queries/goals/goal-counts.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import { findWordSettings } from '../../db/queries/moderation/word-settings.ts'
import { getHoldRules } from '../../db/queries/payments/tip-rules.ts'
import {
  findSentShowEvent,
  findShowSetting,
  hasSubscription,
  insertShowEvent,
} from '../../db/queries/show/show-events.ts'
import { isForReview } from '../moderation/censor-tip.ts'

interface ReceiveContext {
  db: Db
  publish(jobs: readonly TipEventJob[]): void
}

export interface ShowEventToReceive {
  creatorUid: string
  /** The id that the event gets: the same when its request is repeated. */
  id: string
  source: ShowSource
  /** The API token of the tool; undefined if the creator sends the event in a session, or a platform does. */
  token: { id: string; name: string } | undefined
  sent: SentShowEvent
}

export interface ReceivedShowEvent {
  id: string | null
  status: 'accepted' | 'held' | 'ignored'
}

/** A subscription lasts at least as long, so the next one is not shared before. */
const sharedWithinMs = 27 * 86_400_000
/** How much later than what is shared the subscription itself may arrive. */
const disorderMs = 60_000

/**
 * Stores an event and sends its alert to the overlays, in the sequence of tips, unless the creator's settings ignore its kind or the
 * creator reviews it first. An event that its source has sent before changes nothing. Nothing here is booked or counted as money.
 */
export async function receiveShowEvent(
  ctx: ReceiveContext,
  { creatorUid, id, source, token, sent }: ShowEventToReceive,
): Promise<ReceivedShowEvent> {
  const fields = toFields(sent)
  if (!isWanted(await findShowSetting(ctx.db, creatorUid, sent.kind), fields)) return ignored
  return store(ctx, { creatorUid, id, source, token, sourceId: sent.id ?? id }, fields)
}

/** The most names that a burst keeps. */
const maxNames = 3

export interface ShowBurstToReceive extends Omit<ShowEventToReceive, 'token' | 'sent'> {
  /** At least one. All are of one kind and tier and have no message. */
  events: readonly SentShowEvent[]
}

/**
 * Stores the events of a burst as one, with the first few names, so that ten thousand follows are one row and one alert. Of each the creator's
 * settings decide whether it is part of it; otherwise it is an event as any other.
 */
export async function receiveShowBurst(
  ctx: ReceiveContext,
  { creatorUid, id, source, events }: ShowBurstToReceive,
): Promise<ReceivedShowEvent> {
  const [first] = events
  if (!first) return ignored
  const setting = await findShowSetting(ctx.db, creatorUid, first.kind)
  const wanted = events.map(toFields).filter((fields) => isWanted(setting, fields))
  const [kept] = wanted
  if (!kept) return ignored
  const [name = null, ...moreNames] = [...new Set(wanted.flatMap((each) => each.name ?? []))].slice(
    0,
    maxNames,
  )
  const counts = wanted.flatMap(({ quantity }) => quantity ?? [])
  const quantity = counts.length > 0 ? counts.reduce((sum, count) => sum + count) : null
  const own = { creatorUid, id, source, token: undefined, sourceId: first.id ?? id }
  return store(ctx, own, { ...kept, name, moreNames, quantity, eventCount: wanted.length })
}

const ignored = { id: null, status: 'ignored' } as const

function isWanted(
  { isOn, minQuantity, titles }: ShowSetting,
  { kind, quantity, title }: ShowFields,
): boolean {
  const isNamed = kind !== 'reward' || titles.length === 0 || titles.some((each) => isSameTitle(each, title))
  return isOn && isNamed && (quantity ?? minQuantity) >= minQuantity
}

const isSameTitle = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

/** Stores an event with its outbox event and what it counts toward goals, in one transaction, and publishes it. */
async function store(
  ctx: ReceiveContext,
  {
    creatorUid,
    id,
    source,
    token,
    sourceId,
  }: Omit<ShowEventToReceive, 'sent'> & {
    sourceId: string
  },
  fields: ShowFields,
): Promise<ReceivedShowEvent> {
  const own = { creatorUid, source, tokenId: token?.id ?? null, sourceId }
  const { eventId, ...received } = await ctx.db.transaction().execute(async (trx) => {
    const isCounted = !(await isSecondAnnouncement(trx, own, fields))
    if (!isCounted && fields.message === null) return { id: null, hold: null }
    const hold = (await isHeld(trx, creatorUid, fields)) ? 'held' : null
    const row = { ...own, id, tokenName: token?.name ?? null, hold, isCounted, ...fields } as const
    if (!(await insertShowEvent(trx, row)))
      return { ...(await findSentShowEvent(trx, own)), eventId: undefined }
    if (hold) return { id, hold }
    if (isCounted) await countTowardGoals(trx, creatorUid, { id, ...fields })
    return {
      id,
      hold,
      eventId: await insertEvent(trx, creatorUid, { type: 'show.received', showEventId: id }),
    }
  })
  if (eventId) ctx.publish([{ eventId }])
  if (received.id === null) return ignored
  return { id: received.id ?? id, status: received.hold === 'held' ? 'held' : 'accepted' }
}

/**
 * Twitch announces one subscription twice: when somebody subscribes, and when they share it in the chat, within the month that it lasts. So
 * what is shared counts nothing more, and is shown only for its message:
 * https://github.com/WolfwithSword/SubathonManager/issues/175, https://github.com/twitchdev/issues/issues/811. Events come in no
 * certain order.
 */
async function isSecondAnnouncement(
  trx: Trx,
  { creatorUid, source, sourceId }: { creatorUid: string; source: ShowSource; sourceId: string },
  { kind, name, tier, quantity }: ShowFields,
): Promise<boolean> {
  if (source !== 'twitch' || kind !== 'subscription' || name === null) return false
  const isShared = quantity !== null // only what is shared names the month
  const within = isShared ? sharedWithinMs : disorderMs
  return hasSubscription(trx, { creatorUid, name, tier, isShared: !isShared, within, but: sourceId })
}

/** What is stored of an event besides its ids. */
type ShowFields = ReturnType<typeof toFields>

function toFields(sent: SentShowEvent) {
  const { kind } = sent
  return {
    kind,
    name: ('name' in sent && sent.name) || null,
    moreNames: [] as string[],
    eventCount: 1,
    title: 'title' in sent ? sent.title : null,
    message: ('message' in sent && sent.message) || null,
    quantity: 'quantity' in sent ? (sent.quantity ?? null) : null,
    unit: ('unit' in sent && sent.unit) || null,
    tier: 'tier' in sent ? (sent.tier ?? null) : null,
  }
}

/**
 * Whether an event waits for its creator's review: by those rules for tips that say nothing about money or about who gave it, and by what
 * the censor finds.
 */
async function isHeld(
  trx: Trx,
  creatorUid: string,
  { name, moreNames, title, message }: ShowFields,
): Promise<boolean> {
  const { holdsAll, holdsMessages } = await getHoldRules(trx, creatorUid)
  if (holdsAll || (holdsMessages && message !== null)) return true
  const words = await findWordSettings(trx, creatorUid)
  const names = [name, ...moreNames, title].map((each) => each ?? '')
  return names.some((each) => isForReview({ name: each, message }, words))
}
