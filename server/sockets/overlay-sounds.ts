/** Tells overlays what alerts play, how they look, and where the spoken messages are. */
import type { LiveStyle } from '../../contract/sockets.ts'
import type { PublishedStyle } from '../../db/queries/panel/overlay-creators.ts'
import type { AlertsNamespace, AlertSocket } from './alert-feed.ts'
import type { SocketContext } from './context.ts'
import type { FindOverlayCreator } from './overlay-creators.ts'

export interface OverlaySoundsSender {
  /** Sends a creator's overlays, or everybody's, what the alerts play now and how they look. Failures are logged. */
  send(creatorUid?: string): void
  /** Sends a creator's overlays how the alerts look now. Failures are logged. */
  sendStyle(creatorUid: string): void
  /** Tells a creator's overlays where the speech of an alert is. */
  sendSpeech(creatorUid: string, seq: number, path: string): void
}

export function openOverlaySounds(
  alerts: AlertsNamespace,
  findCreator: FindOverlayCreator,
  { log, publicUrl }: Pick<SocketContext, 'log' | 'publicUrl'>,
): OverlaySoundsSender {
  async function sendTo(creatorUid: string, sockets: readonly AlertSocket[], sounds: boolean): Promise<void> {
    const creator = await findCreator(creatorUid)
    const style = creator && toLiveStyle(creator.style, publicUrl)
    for (const socket of sockets) {
      if (creator && sounds) socket.emit('sounds', creator.sounds)
      if (style) socket.emit('style', style)
    }
  }

  function send(only: string | undefined, sounds: boolean): void {
    const byCreator = new Map<string, AlertSocket[]>()
    for (const socket of alerts.sockets.values()) {
      const { creatorUid } = socket.data.feed
      if (only !== undefined && only !== creatorUid) continue
      byCreator.set(creatorUid, [...(byCreator.get(creatorUid) ?? []), socket])
    }
    for (const [creatorUid, sockets] of byCreator)
      sendTo(creatorUid, sockets, sounds).catch((error: unknown) =>
        log.error({ err: error }, 'the sounds or the style of overlays were not read'),
      )
  }

  return {
    send: (only) => send(only, true),
    sendStyle: (creatorUid) => send(creatorUid, false),
    sendSpeech(creatorUid, seq, path) {
      alerts.to(creatorUid).emit('speech', seq, path)
    },
  }
}

/** Returns a published style as overlays get it; undefined for our standard style. */
export function toLiveStyle(published: PublishedStyle | null, publicUrl: string): LiveStyle | undefined {
  if (!published) return undefined
  const { style, version, userName } = published
  return { style, version, pageUrl: `${publicUrl}/${userName}` }
}
