/** The settings of a creator that the censor uses. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CensorAction } from '../../../contract/moderation/censor-calls.ts'
import type { Db } from '../../connection.ts'

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
  return rows[0]?.words ?? noWords
}

/** What decides how supporters' names are shown in a creator's public lists. */
export interface NameSettings {
  words: WordSettings
  /** The hashes of the names that are hidden there. */
  hidden: Set<string>
}

/** Returns a creator's word settings, and which names are hidden. */
export async function findNameSettings(db: Db, creatorUid: string): Promise<NameSettings> {
  const { rows } = await sql<{
    words: WordSettings | null
    hidden: string[]
  }>`/* prepared: find_name_settings */
    select ${wordSettingsOf(sql`${creatorUid}::uuid`)} as words,
      array(select name_hash from hidden_name where creator_uid = ${creatorUid}::uuid) as hidden`.execute(db)
  const { words, hidden } = rows[0]!
  return { words: words ?? noWords, hidden: new Set(hidden) }
}

const noWords: WordSettings = { blockedWords: [], ownNames: [], action: 'mask' }

/** Saves the creator's choice of what the censor does. */
export async function saveCensorAction(db: Db, uid: string, censorAction: CensorAction): Promise<void> {
  await db.updateTable('account').set({ censorAction }).where('uid', '=', uid).execute()
}
