/** A creator's own chat templates and blocked words. */
import { sql } from 'kysely'
import { chatMessageKinds } from '../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../contract/chat-message.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { CensorAction } from '../../contract/censor-calls.ts'
import type { Db } from '../connection.ts'
import { findWordSettings } from './word-settings.ts'

export interface ChatWording {
  /** The creator's own templates; kinds without one use the specification's text. */
  templates: Partial<Record<ChatMessageKind, string>>
  blockedWords: string[]
  censorAction: CensorAction
}

/** Finds the settings of a creator on which the messages for one of the creator's chats depend. */
export async function findChatWording(db: Db, uid: string, platform: ChatPlatform): Promise<ChatWording> {
  const [templates, { blockedWords, action }] = await Promise.all([
    findChatTemplates(db, uid, platform),
    findWordSettings(db, uid),
  ])
  return { templates, blockedWords, censorAction: action }
}

/** Returns a creator's own templates for one platform. */
export async function findChatTemplates(
  db: Db,
  uid: string,
  platform: ChatPlatform,
): Promise<ChatWording['templates']> {
  const rows = await db
    .selectFrom('chatTemplate')
    .select(['kind', 'text'])
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .execute()
  return Object.fromEntries(rows.map(({ kind, text }) => [kind, text]))
}

/** Saves a creator's templates for one platform in one statement; null deletes a template. */
export async function saveChatTemplates(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  templates: Record<ChatMessageKind, string | null>,
): Promise<void> {
  const rows = chatMessageKinds.flatMap((kind) => {
    const text = templates[kind]
    return text === null ? [] : [{ uid, platform, kind, text }]
  })
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('chatTemplate').where('uid', '=', uid).where('platform', '=', platform).execute()
    if (rows.length === 0) return
    await trx
      .insertInto('chatTemplate')
      .values(rows)
      .onConflict((oc) => oc.columns(['uid', 'platform', 'kind']).doUpdateSet({ text: sql`excluded.text` }))
      .execute()
  })
}

/** Returns the words that a creator blocks, sorted alphabetically. */
export async function listBlockedWords(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('blockedWord')
    .select('word')
    .where('uid', '=', uid)
    .orderBy('word')
    .execute()
  return rows.map(({ word }) => word)
}

/** Blocks a word; false when there are already `most` words. */
export async function insertBlockedWord(db: Db, uid: string, word: string, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('account').select('uid').where('uid', '=', uid).forUpdate().execute()
    const words = await listBlockedWords(trx, uid)
    if (words.includes(word)) return true
    if (words.length >= most) return false
    await trx.insertInto('blockedWord').values({ uid, word }).execute()
    return true
  })
}

/** Unblocks a word. */
export async function deleteBlockedWord(db: Db, uid: string, word: string): Promise<void> {
  await db.deleteFrom('blockedWord').where('uid', '=', uid).where('word', '=', word).execute()
}
