/** Kysely types of the tables of alert styles and scenes. */
import type { ColumnType, Generated } from 'kysely'
import type { AlertStyle } from '../contract/alerts/alert-style.ts'
import type { Scene } from '../contract/alerts/scene.ts'
import type { Time } from './column-types.ts'

export interface StyleTables {
  alertStyle: {
    creatorUid: string
    draft: ColumnType<AlertStyle, string, string>
    draftVersion: number
    live: ColumnType<AlertStyle | null, string | null, string | null>
    liveVersion: Generated<number>
  }
  scene: {
    creatorUid: string
    draft: ColumnType<Scene, string, string>
    draftVersion: number
    live: ColumnType<Scene | null, string | null, string | null>
    liveVersion: Generated<number>
  }
  alertPicture: {
    url: string
    creatorUid: string
    isAnimated: boolean
    byteCount: number
    createdAt: Time
  }
}
