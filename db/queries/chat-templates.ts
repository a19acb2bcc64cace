/** What a creator says to her chats in her own words, and what she does not want to read there. */
import { sql } from 'kysely'
import { chatMessageKinds } from '../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../contract/chat-message.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'

export interface ChatWording {
  /** Her own templates; a kind without one is worded as the specification has it. */
  templates: Partial<Record<ChatMessageKind, string>>
  blockedWords: string[]
}

/** All that a line for one of a creator's chats depends on. */
export async function findChatWording(db: Db, uid: string, platform: ChatPlatform): Promise<ChatWording> {
  const [templates, blockedWords] = await Promise.all([
    findChatTemplates(db, uid, platform),
    listBlockedWords(db, uid),
  ])
  return { templates, blockedWords }
}

/** A creator's own templates for one platform. */
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

/** Keeps the templates for one platform, all of them at once; null forgets the creator's own. */
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

/** The words that a creator blocks, in the order of the alphabet. */
export async function listBlockedWords(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('blockedWord')
    .select('word')
    .where('uid', '=', uid)
    .orderBy('word')
    .execute()
  return rows.map(({ word }) => word)
}

/** Blocks a word, unless there are as many as `most` already: then false. */
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

/** Lets a word be said again. */
export async function deleteBlockedWord(db: Db, uid: string, word: string): Promise<void> {
  await db.deleteFrom('blockedWord').where('uid', '=', uid).where('word', '=', word).execute()
}
