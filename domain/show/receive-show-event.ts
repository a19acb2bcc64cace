/** Takes show events in: what viewers give or do that is not a tip. */
import { isAnonymousName } from '../../contract/payments/tip.ts'
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
  const { isOn, minQuantity } = await findShowSetting(ctx.db, creatorUid, sent.kind)
  const fields = toFields(sent)
  if (!isOn || (fields.quantity ?? minQuantity) < minQuantity) return { id: null, status: 'ignored' }
  const own = {
    creatorUid,
    source,
    tokenId: token?.id ?? null,
    sourceId: sent.id ?? id,
  } as const
  const { eventId, ...received } = await ctx.db.transaction().execute(async (trx) => {
    const isCounted = !(await isSecondAnnouncement(trx, own, fields))
    if (!isCounted && fields.message === null) return { id: null, hold: null }
    const hold = (await isHeld(trx, creatorUid, fields)) ? 'held' : null
    const isNew = await insertShowEvent(trx, {
      ...own,
      id,
      tokenName: token?.name ?? null,
      hold,
      isCounted,
      ...fields,
    })
    if (isNew && isCounted && !hold) await countTowardGoals(trx, creatorUid, { id, ...fields })
    if (!isNew) return { ...(await findSentShowEvent(trx, own)), eventId: undefined }
    const eventId = hold
      ? undefined
      : await insertEvent(trx, creatorUid, { type: 'show.received', showEventId: id })
    return { id, hold, eventId }
  })
  if (eventId) ctx.publish([{ eventId }])
  if (received.id === null) return { id: null, status: 'ignored' }
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
  { kind, name, tier, quantity }: ReturnType<typeof toFields>,
): Promise<boolean> {
  if (source !== 'twitch' || kind !== 'subscription' || name === null) return false
  const isShared = quantity !== null // only what is shared names the month
  const within = isShared ? sharedWithinMs : disorderMs
  return hasSubscription(trx, { creatorUid, name, tier, isShared: !isShared, within, but: sourceId })
}

function toFields(sent: SentShowEvent) {
  const { kind, message } = sent
  const isOther = sent.kind === 'other'
  return {
    kind,
    name: sent.name || null,
    title: isOther ? sent.title : null,
    message: message || null,
    quantity: 'quantity' in sent ? (sent.quantity ?? null) : null,
    unit: (isOther && sent.unit) || null,
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
  { name, title, message }: { name: string | null; title: string | null; message: string | null },
): Promise<boolean> {
  const { holdsAll, holdsMessages } = await getHoldRules(trx, creatorUid)
  if (holdsAll || (holdsMessages && message !== null)) return true
  const words = await findWordSettings(trx, creatorUid)
  const shownName = name === null || isAnonymousName(name) ? '' : name
  return (
    isForReview({ name: shownName, message }, words) ||
    isForReview({ name: title ?? '', message: null }, words)
  )
}
