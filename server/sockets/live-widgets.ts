/** Tells the widgets on a creator's stream how they look, and whether they show nothing, because of a panic. */
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { readWidgetState } from '../../db/queries/alerts/widgets.ts'
import { openStateBroadcast } from './state-broadcast.ts'
import type { LiveNamespace, StateBroadcast } from './state-broadcast.ts'

const prefix = 'widgets:'

export interface LiveWidgets extends Pick<StateBroadcast, 'join' | 'refresh' | 'refreshAll' | 'stop'> {
  /** Returns the creators whose widgets are open at this server. */
  creators(): string[]
}

export function openLiveWidgets(live: LiveNamespace, db: Db, log: Logger): LiveWidgets {
  const broadcast = openStateBroadcast(
    live,
    {
      prefix,
      read: (creatorUid: string) => readWidgetState(db, creatorUid),
      send(to, { isBlank, look }) {
        if (look) to.emit('look', look)
        to.emit('blank', isBlank) // last, because a page shows its widget from then on
      },
    },
    log,
  )
  return {
    ...broadcast,
    creators: () =>
      [...live.adapter.rooms.keys()].flatMap((room) =>
        room.startsWith(prefix) ? room.slice(prefix.length) : [],
      ),
  }
}
