/** Switches the events of a creator's channel on a platform on and off, and says how they are. */
import type { EventsEndReason, PlatformEvents } from '../../contract/chat/platform-events-calls.ts'
import type { EventPlatform } from '../../contract/chat/event-platforms.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import type { Db } from '../../db/connection.ts'
import {
  deleteEventReceiver,
  findEventReceiver,
  insertEventReceiver,
} from '../../db/queries/show/event-receivers.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { coversEvents } from './connector.ts'
import type { Connector } from './connector.ts'
import type { Connectors } from './connectors.ts'
import { listShowSettings } from '../../db/queries/show/show-events.ts'
import type { ShowKind } from '../../contract/show/show-event.ts'

interface EventsContext {
  db: Db
  connectors: Connectors
}

/** The ends after which the stored consent is of no use. */
const needConsent = new Set<unknown>(['revoked', 'permission'] satisfies EventsEndReason[])

/** Returns what the creator sees about the events. */
export async function readPlatformEvents(
  { db, connectors }: EventsContext,
  uid: string,
  platform: EventPlatform,
): Promise<PlatformEvents> {
  const [connection, receiver, wanted] = await Promise.all([
    findConnection(db, uid, platform),
    findEventReceiver(db, uid, platform),
    listWantedKinds(db, uid),
  ])
  const isOn = receiver !== undefined && receiver.endReason === null
  const { endReason, endedAt, isReceiving = false, lostFrom, lostUntil, receivedUntil } = receiver ?? {}
  const isInterrupted = isOn && !isReceiving && receivedUntil
  const lost = lostFrom && lostUntil ? { from: lostFrom.toISOString(), until: lostUntil.toISOString() } : null
  const granted = connection?.scopes.split(' ') ?? []
  const scopes = connectors[platform]?.kindScopes ?? {}
  return {
    isOffered: connectors[platform] !== undefined,
    isOn,
    needsConsent: !isOn && (needConsent.has(endReason) || !isCovered(connectors[platform], connection)),
    isReceiving,
    unpermitted: isOn ? wanted.filter((kind) => scopes[kind] && !granted.includes(scopes[kind])) : [],
    ended: endReason && endedAt ? { reason: endReason, at: endedAt.toISOString() } : null,
    lost: isInterrupted ? { from: receivedUntil.toISOString(), until: null } : lost,
  }
}

/** Switches the events on or off. They stay off if the creator's consent does not cover them. */
export async function switchPlatformEvents(
  ctx: EventsContext,
  uid: string,
  platform: EventPlatform,
  isOn: boolean,
): Promise<void> {
  if (!isOn) return deleteEventReceiver(ctx.db, uid, platform)
  const { needsConsent, isOn: wasOn } = await readPlatformEvents(ctx, uid, platform)
  if (!needsConsent && !wasOn) await insertEventReceiver(ctx.db, uid, platform)
}

/** Returns the scopes that a creator's consent needs for the events of a platform: those of all, and of each kind that the creator wants. */
export async function wantedEventScopes(
  db: Db,
  uid: string,
  { eventScopes = [], kindScopes = {} }: Connector,
): Promise<string[]> {
  const wanted = await listWantedKinds(db, uid)
  return [...eventScopes, ...wanted.flatMap((kind) => kindScopes[kind] ?? [])]
}

async function listWantedKinds(db: Db, uid: string): Promise<ShowKind[]> {
  return (await listShowSettings(db, uid)).flatMap(({ kind, isOn }) => (isOn ? kind : []))
}

/** Returns whether a creator's consent, as it is now, permits receiving the events. */
function isCovered(connector: Connector | undefined, connection: ConnectionRow | undefined): boolean {
  if (!connector || !connection || connection.accessLostAt) return false
  return coversEvents(connection.scopes.split(' '), connector)
}
