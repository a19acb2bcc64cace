/** Checks the required outcome after any failure: every captured tip is recorded, shown once, notified once and posted. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Creator } from './clients.ts'
import type { Participants } from './fixture.ts'
import type { ProxiedProduct } from './proxied-product.ts'

export interface ExpectedTips {
  /** The supporters of all captured tips, in the order of the captures. */
  tips: string[]
  /** The supporters whose tips are toward the goal and therefore posted to both chats; by default all. */
  inChat?: string[]
  /**
   * The supporters whose messages are sent twice, because a process was killed after the provider's response and before it was
   * recorded.
   */
  twice?: { twitch?: string[]; youtube?: string[]; mail?: string[] }
}

/** Waits until the creator's tips have the required outcome, and checks it. */
export async function expectOutcome(participants: Participants, expected: ExpectedTips): Promise<void> {
  expect(await readOutcome(participants, expected.tips.length)).toEqual(expectedOutcome(expected))
}

/**
 * Waits until this many tips have been shown and no delivery is due; returns what the creator's overlay, records, chats and
 * emails contain. Lists without a guaranteed order are sorted.
 */
export async function readOutcome({ product, creator, overlay }: Participants, tips: number) {
  await expect.poll(() => overlay.shown.length).toBeGreaterThanOrEqual(tips)
  await expect.poll(() => dueDeliveries(product, creator)).toEqual([])
  const mails = await readMails(product, creator)
  return {
    shown: overlay.shown,
    recorded: await recordedTips(product, creator),
    unbalanced: await unbalanced(product),
    notified: await notified(product, creator),
    mailed: mails.map(({ name }) => name).toSorted(),
    /** The number of different Message-IDs. */
    mailIds: new Set(mails.map(({ id }) => id)).size,
    twitch: (await chatNames(product, 'twitch', creator)).toSorted(),
    youtube: (await chatNames(product, 'youtube', creator)).toSorted(),
    deliveries: await deliveryCounts(product, creator),
  }
}

/** Returns the required outcome of these tips. */
export function expectedOutcome({ tips, inChat = tips, twice = {} }: ExpectedTips) {
  const { twitch = [], youtube = [], mail = [] } = twice
  return {
    shown: tips,
    recorded: tips,
    unbalanced: [],
    notified: tips.toSorted(),
    mailed: [...tips, ...mail].toSorted(),
    mailIds: tips.length,
    twitch: [...inChat, ...twitch].toSorted(),
    youtube: [...inChat, ...youtube].toSorted(),
    deliveries: {
      'alerts sent': tips.length,
      'notifications sent': tips.length,
      'mail sent': tips.length,
      ...(inChat.length > 0 && {
        'chat-twitch sent': inChat.length,
        'chat-youtube sent': inChat.length,
      }),
    },
  }
}

/** Returns the types of events that are not fanned out yet, and the destinations of deliveries that are due. */
export async function dueDeliveries({ db }: ProxiedProduct, { uid }: Creator): Promise<string[]> {
  const events = await db
    .selectFrom('outbox')
    .select('type')
    .where('creatorUid', '=', uid)
    .where('fannedOutAt', 'is', null)
    .execute()
  const deliveries = await db
    .selectFrom('delivery')
    .select('destination')
    .where('creatorUid', '=', uid)
    .where('status', 'in', ['due', 'leased'])
    .orderBy('destination')
    .execute()
  return [...events.map(({ type }) => type), ...deliveries.map(({ destination }) => destination)]
}

/**
 * Returns the number of deliveries, by destination and status. One that shares the message of another counts as sent: how many share one
 * depends on how many wait, so on the machine's speed, and the names in the chats say that each supporter was thanked.
 */
async function deliveryCounts({ db }: ProxiedProduct, { uid }: Creator): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['destination', (eb) => eb.fn.countAll<number>().as('count')])
    .select(sql<string>`replace(status, 'coalesced', 'sent')`.as('status'))
    .where('creatorUid', '=', uid)
    .groupBy(['destination', sql`replace(status, 'coalesced', 'sent')`])
    .execute()
  return Object.fromEntries(rows.map(({ destination, status, count }) => [`${destination} ${status}`, count]))
}

/** Returns the supporters of the recorded tips, in the order of the captures. */
export async function recordedTips({ db }: ProxiedProduct, { uid }: Creator): Promise<string[]> {
  const query = db
    .selectFrom('tip')
    .select('supporterName')
    .where('creatorUid', '=', uid)
    .orderBy('captureNo')
  return (await query.execute()).map(({ supporterName }) => supporterName)
}

/** Returns the statuses of a creator's orders, the oldest first. */
export async function orderStatuses({ db }: ProxiedProduct, { uid }: Creator): Promise<string[]> {
  const query = db.selectFrom('tipOrder').select('status').where('creatorUid', '=', uid).orderBy('createdAt')
  return (await query.execute()).map(({ status }) => status)
}

/** Returns the supporters in the messages of a platform's chat, in their order. Several tips share one while a chat takes no more. */
export async function chatNames(
  { control }: ProxiedProduct,
  platform: 'twitch' | 'youtube',
  { name }: Creator,
): Promise<string[]> {
  const path = platform === 'twitch' ? `/twitch/channel/${name}/messages` : `/youtube/chat/${name}/messages`
  return (await control<{ text: string }[]>(path)).flatMap(({ text }) => supportersIn(text))
}

function supportersIn(text: string): string[] {
  const one = /^(.*?) just tipped/.exec(text)?.[1]
  const several = /^\d+ tips, .*! Thank you (.*)! \S+$/.exec(text)?.[1]
  if (one ?? several) return one ? [one] : several!.replaceAll(/[\u2066-\u2069]/g, '').split(/, | and /)
  throw new Error(`no supporter in: ${text}`)
}

/** Returns the supporter in each mail about a tip, with the Message-ID that a mail program detects a duplicate by. */
export async function readMails(
  { control }: ProxiedProduct,
  { email }: Creator,
): Promise<{ id: string; name: string }[]> {
  interface Mail {
    subject: string
    headers: Record<string, string>
  }
  const mails = await control<Mail[]>(`/mail/messages?to=${email}`)
  return mails.map(({ subject, headers }) => ({
    id: headers['message-id']!,
    name: /^(.*?) tipped/.exec(subject)![1]!,
  }))
}

async function notified({ db }: ProxiedProduct, { uid }: Creator): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('tip', 'tip.id', 'notification.tipId')
    .select('supporterName')
    .where('uid', '=', uid)
    .execute()
  return rows.map(({ supporterName }) => supporterName).toSorted()
}

async function unbalanced({ db }: ProxiedProduct): Promise<unknown[]> {
  return db
    .selectFrom('ledgerEntry')
    .select('tipId')
    .groupBy('tipId')
    .having((eb) => eb.fn.sum('amountMinor'), '<>', 0)
    .execute()
}
