/** The settings of a creator that the censor uses. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CensorAction } from '../../contract/censor-calls.ts'
import type { Db } from '../connection.ts'

export interface WordSettings {
  blockedWords: string[]
  /** The names of the creator. A supporter's name must not look like one of them. */
  ownNames: string[]
  action: CensorAction
}

/** Returns SQL that selects a creator's word settings as jsonb. `uid` is an SQL expression of the creator's uid. */
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

/** Saves the creator's choice of what the censor does. */
export async function saveCensorAction(db: Db, uid: string, censorAction: CensorAction): Promise<void> {
  await db.updateTable('account').set({ censorAction }).where('uid', '=', uid).execute()
}
