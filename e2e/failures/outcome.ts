/** How it has to end, whatever fell in between: every captured tip booked, shown once, notified once, posted as recorded. */
import { expect } from 'vitest'
import type { Creator, Overlay } from './clients.ts'
import type { Stage } from './proxied-product.ts'

/** How it ended, for one creator; lists of which the order is nobody's promise are sorted. */
export interface End {
  shown: string[]
  booked: string[]
  unbalanced: unknown[]
  notified: string[]
  mailed: string[]
  /** How many mails an inbox can tell apart. */
  mailIds: number
  twitch: string[]
  youtube: string[]
  deliveries: Record<string, number>
}

export interface Story {
  /** The supporters of all captured tips, in the order of their capture. */
  tips: string[]
  /** Of those, the ones toward the goal: both chats tell of them. All, unless told. */
  inChat?: string[]
  /** Whose line or mail is there twice: only where a process fell between the other side's answer and our mark. */
  twice?: { twitch?: string[]; youtube?: string[]; mail?: string[] }
}

interface Players {
  stage: Stage
  creator: Creator
  overlay: Overlay
}

const patience = { timeout: 60_000, interval: 100 }

/** Waits until so many tips were shown and nothing is owed any more, and reads how it ended. */
export async function readEnd({ stage, creator, overlay }: Players, tips: number): Promise<End> {
  await expect.poll(() => overlay.shown.length, patience).toBeGreaterThanOrEqual(tips)
  await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
  const mails = await readMails(stage, creator)
  return {
    shown: overlay.shown,
    booked: await bookedTips(stage, creator),
    unbalanced: await unbalanced(stage),
    notified: await notified(stage, creator),
    mailed: mails.map(({ name }) => name).toSorted(),
    mailIds: new Set(mails.map(({ id }) => id)).size,
    twitch: (await said(stage, 'twitch', creator)).toSorted(),
    youtube: (await said(stage, 'youtube', creator)).toSorted(),
    deliveries: await deliveryCounts(stage, creator),
  }
}

/** How a story has to end. */
export function endOf({ tips, inChat = tips, twice = {} }: Story): End {
  const { twitch = [], youtube = [], mail = [] } = twice
  return {
    shown: tips,
    booked: tips,
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

/** Deliveries that are not completed, and events that are not fanned out. */
export async function openDeliveries({ db }: Stage, { uid }: Creator): Promise<string[]> {
  const events = await db
    .selectFrom('outbox')
    .select('type')
    .where('creatorUid', '=', uid)
    .where('fannedOutAt', 'is', null)
    .execute()
  const open = await db
    .selectFrom('delivery')
    .select('destination')
    .where('creatorUid', '=', uid)
    .where('status', 'in', ['due', 'leased'])
    .orderBy('destination')
    .execute()
  return [...events.map(({ type }) => type), ...open.map(({ destination }) => destination)]
}

/** How many deliveries stand how. */
export async function deliveryCounts({ db }: Stage, { uid }: Creator): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['destination', 'status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('creatorUid', '=', uid)
    .groupBy(['destination', 'status'])
    .execute()
  return Object.fromEntries(rows.map(({ destination, status, count }) => [`${destination} ${status}`, count]))
}

/** The supporters of the tips that are booked, in the order of their capture. */
export async function bookedTips({ db }: Stage, { uid }: Creator): Promise<string[]> {
  const query = db
    .selectFrom('tip')
    .select('supporterName')
    .where('creatorUid', '=', uid)
    .orderBy('captureNo')
  return (await query.execute()).map(({ supporterName }) => supporterName)
}

/** Where a creator's orders stand. */
export async function orderStatuses({ db }: Stage, { uid }: Creator): Promise<string[]> {
  const query = db.selectFrom('tipOrder').select('status').where('creatorUid', '=', uid).orderBy('createdAt')
  return (await query.execute()).map(({ status }) => status)
}

/** The names in a platform's chat, line by line. */
export async function said(
  { sandbox }: Stage,
  platform: 'twitch' | 'youtube',
  { name }: Creator,
): Promise<string[]> {
  const path = platform === 'twitch' ? `/twitch/channel/${name}/messages` : `/youtube/chat/${name}/messages`
  return (await sandbox.read<{ text: string }[]>(path)).map(
    ({ text }) => /^(.*?) just tipped/.exec(text)![1]!,
  )
}

/** The tips that an inbox tells of, each mail with the id by which a mail program knows it again. */
export async function readMails(
  { sandbox }: Stage,
  { email }: Creator,
): Promise<{ id: string; name: string }[]> {
  interface Mail {
    subject: string
    headers: Record<string, string>
  }
  const mails = await sandbox.read<Mail[]>(`/mail/messages?to=${email}`)
  return mails.map(({ subject, headers }) => ({
    id: headers['message-id']!,
    name: /^(.*?) tipped/.exec(subject)![1]!,
  }))
}

async function notified({ db }: Stage, { uid }: Creator): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('tip', 'tip.id', 'notification.tipId')
    .select('supporterName')
    .where('uid', '=', uid)
    .execute()
  return rows.map(({ supporterName }) => supporterName).toSorted()
}

async function unbalanced({ db }: Stage): Promise<unknown[]> {
  return db
    .selectFrom('ledgerEntry')
    .select('tipId')
    .groupBy('tipId')
    .having((eb) => eb.fn.sum('amountMinor'), '<>', 0)
    .execute()
}
