/** Tells overlays what is done in their creators' control panels. */
import type { Logger } from 'pino'
import type { OverlayControl } from '../../contract/sockets.ts'
import type { Db } from '../../db/connection.ts'
import { readControl } from '../../db/queries/panel/panel.ts'
import type { AlertsNamespace, AlertSocket } from './alert-feed.ts'

export interface OverlayControlSender {
  /** Reads a creator's control and sends it to the creator's overlays. Failures are logged; the next poll of missed alerts tries again. */
  send(creatorUid: string): void
}

export function openOverlayControl(alerts: AlertsNamespace, db: Db, log: Logger): OverlayControlSender {
  function socketsOf(creatorUid: string): AlertSocket[] {
    return [...alerts.sockets.values()].filter(({ data }) => data.feed.creatorUid === creatorUid)
  }

  async function sendTo(creatorUid: string): Promise<void> {
    if (socketsOf(creatorUid).length === 0) return
    const control = await readControl(db, creatorUid)
    for (const socket of socketsOf(creatorUid)) {
      keepControl(socket, control)
      socket.emit('control', control)
    }
  }

  return {
    send(creatorUid) {
      sendTo(creatorUid).catch((error: unknown) =>
        log.error({ err: error }, 'the control of overlays was not read'),
      )
    },
  }
}

/** Keeps the newest control of the socket's creator. */
export function keepControl({ data: { feed } }: AlertSocket, control: OverlayControl): void {
  if (control.version >= (feed.control?.version ?? 0)) feed.control = control
}
