/** Alerts for tests, stored as the workers store them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Alert } from '../contract/alerts/alert.ts'
import type { Db } from './connection.ts'
import { markShown } from './queries/alerts/alerts.ts'
import type { AlertBody } from './queries/alerts/alerts.ts'
import { insertEvent } from './queries/deliveries/events.ts'
import { fanOut } from './queries/deliveries/fan-out.ts'
import { storeAlerts } from './queries/alerts/store-alerts.ts'

const maxTries = 200

/**
 * Stores an event's alert as if the overlays were the event's only destination. The alerts of the creator's earlier events must be
 * stored already. Returns undefined when this alert is already stored.
 */
export async function storeAlert(
  db: Db,
  creatorUid: string,
  eventId: string,
  body: AlertBody,
): Promise<Alert | undefined> {
  const plans = [{ eventId, destinations: ['alerts'] as const }]
  for (let i = 0; i < maxTries; i++) {
    const { stored, unready } = await storeAlerts(db, [{ eventId, alert: body }])
    if (unready.size > 0) continue
    await fanOut(db, [{ creatorUid, plans }], { lifetimesMs: {}, isNotifying: true })
    return stored.get(creatorUid)?.alerts[0]
  }
  throw new Error('an older event of the creator is not fanned out')
}

/** Returns the alert of a test tip of $5 from somebody of this name. */
export function buildTestAlert(name: string): AlertBody {
  return {
    kind: 'tip',
    isTest: true,
    name,
    message: null,
    amount: 500,
    currency: 'usd',
    goal: null,
    at: new Date().toISOString(),
  }
}

/** Inserts a test event and stores its alert. */
export async function addAlert(db: Db, creatorUid: string, body: AlertBody): Promise<Alert> {
  return (await storeAlert(db, creatorUid, await addTestEvent(db, creatorUid), body))!
}

/** Inserts an event without a tip, and does not fan it out. */
export async function addTestEvent(db: Db, creatorUid: string, name = 'Ada'): Promise<string> {
  return insertEvent(db, creatorUid, {
    type: 'alert.tested',
    name,
    amountMinor: 10_00,
    currency: 'gbp',
    goalTitle: '',
  })
}

/** Marks an alert as begun by an overlay six seconds ago and shown for 5.8 s; returns the overlay's id. */
export async function showAlert(db: Db, creatorUid: string, seq: number): Promise<string> {
  const overlayId = randomUUID()
  await db
    .updateTable('alert')
    .set({ begunAt: sql<Date>`now() - interval '6 seconds'`, begunBy: overlayId })
    .where('creatorUid', '=', creatorUid)
    .where('seq', '=', seq)
    .execute()
  await markShown(db, creatorUid, { seq, overlayId, shownMs: 5_800, isInObs: true })
  return overlayId
}
