/** What a creator's censor depends on. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../connection.ts'

export interface WordSettings {
  blockedWords: string[]
  /** The creator's own names, which no supporter may seem to have. */
  ownNames: string[]
}

/** Selects, as jsonb, the word settings of the creator whose uid the SQL expression `uid` gives. */
export function wordSettingsOf(uid: RawBuilder<unknown>) {
  return sql<WordSettings>`(
      select jsonb_build_object(
        'blockedWords', coalesce((select jsonb_agg(w.word order by w.word) from blocked_word w where w.uid = owner.uid), '[]'),
        'ownNames', jsonb_build_array(owner.user_name, owner.display_name)
      )
      from account owner where owner.uid = ${uid}
    )`
}

/** Returns a creator's word settings. */
export async function findWordSettings(db: Db, creatorUid: string): Promise<WordSettings> {
  const { rows } = await sql<{
    words: WordSettings
  }>`select ${wordSettingsOf(sql`${creatorUid}::uuid`)} as words`.execute(db)
  return rows[0]?.words ?? { blockedWords: [], ownNames: [] }
}
