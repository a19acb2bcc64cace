/** What a creator's censor depends on. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CensorAction } from '../../contract/censor-calls.ts'
import type { Db } from '../connection.ts'

export interface WordSettings {
  blockedWords: string[]
  /** The creator's own names, which no supporter may seem to have. */
  ownNames: string[]
  action: CensorAction
}

/** Selects, as jsonb, the word settings of the creator whose uid the SQL expression `uid` gives. */
export function wordSettingsOf(uid: RawBuilder<unknown>) {
  return sql<WordSettings>`(
      select jsonb_build_object(
        'blockedWords', coalesce((select jsonb_agg(w.word order by w.word) from blocked_word w where w.uid = owner.uid), '[]'),
        'ownNames', jsonb_build_array(owner.user_name, owner.display_name),
        'action', owner.censor_action
      )
      from account owner where owner.uid = ${uid}
    )`
}

/** Returns a creator's word settings. */
export async function findWordSettings(db: Db, creatorUid: string): Promise<WordSettings> {
  const { rows } = await sql<{
    words: WordSettings
  }>`select ${wordSettingsOf(sql`${creatorUid}::uuid`)} as words`.execute(db)
  return rows[0]?.words ?? { blockedWords: [], ownNames: [], action: 'mask' }
}

/** Changes what a creator's censor does. */
export async function saveCensorAction(db: Db, uid: string, censorAction: CensorAction): Promise<void> {
  await db.updateTable('account').set({ censorAction }).where('uid', '=', uid).execute()
}
