/** Alerts for tests, stored as the workers store them. */
import type { Alert } from '../contract/sockets.ts'
import type { Db } from './connection.ts'
import type { AlertBody } from './queries/alerts.ts'
import { insertEvent } from './queries/events.ts'
import { fanOut } from './queries/fan-out.ts'

const maxTries = 200

/** Fans an event out to the overlays alone; undefined when it has its alert already. Waits for older events of the creator. */
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

/** A test alert with its event. */
export async function addAlert(db: Db, creatorUid: string, body: AlertBody): Promise<Alert> {
  return (await storeAlert(db, creatorUid, await addTestEvent(db, creatorUid), body))!
}

/** An open event that is no tip. */
export async function addTestEvent(db: Db, creatorUid: string, name = 'Ada'): Promise<string> {
  return insertEvent(db, creatorUid, {
    type: 'alert.tested',
    name,
    amountMinor: 10_00,
    currency: 'gbp',
    goalTitle: '',
  })
}
