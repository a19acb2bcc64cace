/** Kysely types of the tables of alert styles and scenes. */
import type { ColumnType, Generated } from 'kysely'
import type { AlertStyle } from '../contract/alerts/alert-style.ts'
import type { Scene } from '../contract/alerts/scene.ts'
import type { Time } from './column-types.ts'

/** A draft, and what the stream shows of it. */
interface DraftTable<T> {
  creatorUid: string
  draft: ColumnType<T, string, string>
  draftVersion: number
  live: ColumnType<T | null, string | null, string | null>
  liveVersion: Generated<number>
}

export interface StyleTables {
  alertStyle: DraftTable<AlertStyle>
  scene: DraftTable<Scene>
  alertPicture: {
    url: string
    creatorUid: string
    isAnimated: boolean
    byteCount: number
    createdAt: Time
  }
}
