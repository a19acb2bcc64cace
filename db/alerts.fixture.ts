/** Alerts for tests, stored as the workers store them. */
import type { Alert } from '../contract/sockets.ts'
import type { Db } from './connection.ts'
import type { AlertBody } from './queries/alerts.ts'
import { insertEvent } from './queries/events.ts'
import { fanOut } from './queries/fan-out.ts'

const maxTries = 200

/**
 * Stores an event's alert, as a fan-out to the overlays alone, after those of the creator's older events. Returns undefined when
 * it was stored before.
 */
export async function storeAlert(
  db: Db,
  creatorUid: string,
  eventId: string,
  body: AlertBody,
): Promise<Alert | undefined> {
  const plans = [{ eventId, destinations: ['alerts'] as const, alert: body }]
  for (let i = 0; i < maxTries; i++) {
    const [done] = await fanOut(db, [{ creatorUid, plans }], { lifetimesMs: {}, isStoring: true })
    if (done!.isReady) return done!.stored?.alerts[0]
  }
  throw new Error('an older event of the creator is not fanned out')
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
