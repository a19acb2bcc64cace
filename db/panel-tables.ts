/** Kysely types of the tables of the control panel. */
import type { ColumnType, Generated } from 'kysely'
import type { PanelActionKind } from '../contract/panel/panel.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'

export interface PanelTables {
  panelState: {
    creatorUid: string
    version: Generated<number>
    isPaused: Generated<boolean>
    isMuted: Generated<boolean>
    isPanic: Generated<boolean>
    heldSince: MaybeTime
    releasedAt: MaybeTime
    droppedSeq: Generated<number>
    skipVersion: Generated<number>
    moderatorsSeeAmounts: Generated<boolean>
  }
  panelAction: {
    actionId: string
    creatorUid: string
    actorUid: string
    kind: PanelActionKind
    data: ColumnType<unknown, string, string>
    tipId: Generated<string | null>
    undoes: Generated<string | null>
    version: number
    createdAt: Time
    tokenId: Generated<string | null>
    tokenName: Generated<string | null>
    /** The show event that it is about. */
    showEventId: Generated<string | null>
  }
  moderator: {
    creatorUid: string
    moderatorUid: string
    createdAt: Time
  }
  moderatorInvite: {
    id: Generated<string>
    creatorUid: string
    tokenHash: Buffer
    createdAt: Time
    expiresAt: SetTime
  }
}
