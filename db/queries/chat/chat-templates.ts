/** A creator's own chat templates and blocked words. */
import { chatMessageKinds } from '../../../contract/chat/chat-message.ts'
import type { ChatMessageKind } from '../../../contract/chat/chat-message.ts'
import { amountTemplateKinds } from '../../../contract/chat/chat-template.ts'
import type { AmountTemplate } from '../../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import type { CensorAction } from '../../../contract/moderation/censor-calls.ts'
import type { Db, Trx } from '../../connection.ts'
import { findWordSettings } from '../moderation/word-settings.ts'

/** A creator's own texts for one platform, and what they may contain. */
export interface ChatTexts {
  /** The creator's own templates; kinds without one use the specification's text. */
  templates: Partial<Record<ChatMessageKind, string>>
  /** Templates for larger tips, the smallest amount first. */
  amountTemplates: AmountTemplate[]
  /** Whether templates may contain the message of a tip. */
  showsMessage: boolean
}

export interface ChatWording extends ChatTexts {
  blockedWords: string[]
  censorAction: CensorAction
}

/** Finds the settings of a creator that decide the messages for one of the creator's chats. */
export async function findChatWording(db: Db, uid: string, platform: ChatPlatform): Promise<ChatWording> {
  const [{ templates, amountTemplates, showsMessage }, { blockedWords, action }] = await Promise.all([
    findChatTemplates(db, uid, platform),
    findWordSettings(db, uid),
  ])
  return { templates, amountTemplates, showsMessage, blockedWords, censorAction: action }
}

/** Returns a creator's own texts for one platform, and the smallest tip that is announced there in minor units. */
export async function findChatTemplates(
  db: Db,
  uid: string,
  platform: ChatPlatform,
): Promise<ChatTexts & { minTipMinor: number }> {
  const isOwn = { uid, platform }
  const [rows, amountTemplates, settings] = await Promise.all([
    db
      .selectFrom('chatTemplate')
      .select(['kind', 'text'])
      .where((eb) => eb.and(isOwn))
      .execute(),
    db
      .selectFrom('chatAmountTemplate')
      .select(['kind', 'fromMinor as from', 'text'])
      .where((eb) => eb.and(isOwn))
      .orderBy('kind')
      .orderBy('from')
      .execute(),
    db
      .selectFrom('chatbotSettings')
      .select(['minTipMinor', 'showsMessage'])
      .where((eb) => eb.and(isOwn))
      .executeTakeFirst(),
  ])
  const templates = Object.fromEntries(rows.map(({ kind, text }) => [kind, text]))
  return { templates, amountTemplates, showsMessage: false, minTipMinor: 0, ...settings }
}

/** What a creator saves for one platform. What is undefined stays unchanged; a template that is null is deleted. */
export interface TextsToSave {
  templates: Record<ChatMessageKind, string | null>
  amountTemplates?: readonly AmountTemplate[] | undefined
  minTipMinor?: number | undefined
  showsMessage?: boolean | undefined
}

/** Saves a creator's texts for one platform in one transaction. */
export async function saveChatTemplates(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  { templates, amountTemplates, ...settings }: TextsToSave,
): Promise<void> {
  const own = { uid, platform }
  await db.transaction().execute(async (trx) => {
    // The account's lock keeps two savings apart, which would insert the same rows.
    await trx.selectFrom('account').select('uid').where('uid', '=', uid).forUpdate().execute()
    await replaceTemplates(trx, own, templates)
    if (amountTemplates) await replaceAmountTemplates(trx, own, amountTemplates)
    await saveTipSettings(trx, own, settings)
  })
}

interface Own {
  uid: string
  platform: ChatPlatform
}

async function replaceTemplates(trx: Trx, own: Own, templates: TextsToSave['templates']): Promise<void> {
  const rows = chatMessageKinds.flatMap((kind) => {
    const text = templates[kind]
    return text === null ? [] : [{ ...own, kind, text }]
  })
  await trx
    .deleteFrom('chatTemplate')
    .where((eb) => eb.and(own))
    .execute()
  if (rows.length > 0) await trx.insertInto('chatTemplate').values(rows).execute()
}

async function replaceAmountTemplates(
  trx: Trx,
  own: Own,
  templates: readonly AmountTemplate[],
): Promise<void> {
  const rows = amountTemplateKinds.flatMap((kind) =>
    templates
      .filter((template) => template.kind === kind)
      .map(({ from: fromMinor, text }, i) => ({ ...own, kind, position: i + 1, fromMinor, text })),
  )
  await trx
    .deleteFrom('chatAmountTemplate')
    .where((eb) => eb.and(own))
    .execute()
  if (rows.length > 0) await trx.insertInto('chatAmountTemplate').values(rows).execute()
}

async function saveTipSettings(
  trx: Trx,
  own: Own,
  { minTipMinor, showsMessage }: Pick<TextsToSave, 'minTipMinor' | 'showsMessage'>,
): Promise<void> {
  const changed = {
    ...(minTipMinor === undefined ? {} : { minTipMinor }),
    ...(showsMessage === undefined ? {} : { showsMessage }),
  }
  if (Object.keys(changed).length === 0) return
  await trx
    .insertInto('chatbotSettings')
    .values({ ...own, ...changed })
    .onConflict((oc) => oc.columns(['uid', 'platform']).doUpdateSet(changed))
    .execute()
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
