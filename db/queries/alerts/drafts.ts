/** Drafts of what a creator arranges, and what the stream shows of them. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** Returns how the drafts of a table are changed. Both tables have the same columns, and their rows are found by key. */
export function draftsOf<T>(table: 'alert_style' | 'scene') {
  return {
    /** Stores a draft after `draftVersion`; returns false if that is no longer the last one. */
    async save(db: Db, creatorUid: string, draft: T, draftVersion: number): Promise<boolean> {
      const json = JSON.stringify(draft)
      const save =
        draftVersion === 0
          ? sql`
              insert into ${sql.table(table)} (creator_uid, draft, draft_version) values (${creatorUid}, ${json}, 1)
              on conflict do nothing returning true`
          : sql`
              update ${sql.table(table)} set draft = ${json}, draft_version = draft_version + 1
              where creator_uid = ${creatorUid} and draft_version = ${draftVersion} returning true`
      return (await save.execute(db)).rows.length > 0
    },
    /** Makes a draft what the stream shows; returns false if `draftVersion` is no longer the last one. */
    async publish(db: Db, creatorUid: string, draftVersion: number): Promise<boolean> {
      const publish = sql`
        update ${sql.table(table)} set live = draft, live_version = draft_version
        where creator_uid = ${creatorUid} and draft_version = ${draftVersion} returning true`
      return (await publish.execute(db)).rows.length > 0
    },
  }
}
