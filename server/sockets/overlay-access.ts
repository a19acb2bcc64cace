/**
 * Decides which overlays may connect to `/alerts`, and which of them prove, by the creator's key or session, that they are the
 * creator's own. Only those may read all missed alerts and report alerts as shown.
 */
import { AppError } from '../../contract/errors.ts'
import type { MissedAlerts } from '../../contract/alerts/overlay-calls.ts'
import type { OverlayControl, OverlaySounds } from '../../contract/sockets.ts'
import type { OverlayCreator, PublishedStyle } from '../../db/queries/panel/overlay-creators.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { Trust } from './alert-feed.ts'
import type { SocketContext } from './context.ts'

/** The data that a connecting overlay sends to prove whose it is. */
export interface Credentials {
  creatorUid: string
  key: string | undefined
  cookie: string | undefined
}

export interface Granted {
  trust: Trust
  missedAlerts: MissedAlerts
  /** The `seq` of the last alert that an overlay of the creator has begun; undefined without trust. */
  playedSeq: number | undefined
  sounds: OverlaySounds
  style: PublishedStyle | null
  control: OverlayControl
}

/**
 * Returns how an overlay has proved that it is the creator's own, and the settings that apply to it. Throws AppError `not_found`
 * if there is no such creator, and `forbidden` for a wrong key. Without a key, and without the creator's session, it throws
 * `forbidden` if the creator requires a key.
 */
export async function checkAccess(
  { creatorUid, key, cookie }: Credentials,
  reading: Promise<OverlayCreator | undefined>,
  viewerOf: SocketContext['viewerOf'],
): Promise<Granted> {
  const [creator, viewer] = await Promise.all([reading, viewerOf(cookie)])
  if (!creator) throw new AppError('not_found')
  const trust = trustOf(creator, key, viewer?.uid === creatorUid)
  const { missedAlerts, playedSeq, sounds, style, control } = creator
  return { trust, missedAlerts, playedSeq: trust && playedSeq, sounds, style, control }
}

function trustOf(
  { keyHash, isKeyRequired }: OverlayCreator,
  key: string | undefined,
  isCreator: boolean,
): Trust {
  if (key !== undefined && keyHash && isOverlayKey(key, keyHash)) return 'key'
  if (key === undefined && isCreator) return 'session'
  if (key !== undefined || isKeyRequired) throw new AppError('forbidden')
  return undefined
}
