/** Routes for a creator's chats: their health, templates and censor. */
import { Router } from 'express'
import * as calls from '../../contract/chat-calls.ts'
import { chatMessageKinds, chatTemplates } from '../../contract/chat-message.ts'
import { getCensorSettings, saveCensorSettings } from '../../contract/censor-calls.ts'
import type { ChatTemplateTexts } from '../../contract/chat-calls.ts'
import { chatAddress, findTemplateFault } from '../../contract/chat-template.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import {
  deleteBlockedWord,
  findChatTemplates,
  insertBlockedWord,
  listBlockedWords,
  saveChatTemplates,
} from '../../db/queries/chat-templates.ts'
import { listConnectionHealth } from '../../db/queries/connection-health.ts'
import { findWordSettings, saveCensorAction } from '../../db/queries/word-settings.ts'
import { toChatHealth } from '../../domain/chat/to-chat-health.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

/** Mounts the chatbot settings other than the toggles. */
export function chatRoutes(ctx: AppContext): Router {
  const { db, config } = ctx
  const router = Router()

  handle(router, calls.getChatHealth, async ({ viewer }) => ({
    ...toChatHealth(await listConnectionHealth(db, viewer.uid)),
    twitchBot: config.twitch?.botUsername ?? null,
  }))

  handle(router, calls.getChatTemplates, async ({ query, viewer }) => {
    const own = await findChatTemplates(db, viewer.uid, query.platform)
    return { goalTip: null, goalFunded: null, generalTip: null, ...own }
  })

  handle(router, calls.saveChatTemplates, async ({ body: { platform, ...texts }, viewer }) => {
    const account = await findAccount(db, viewer.uid)
    const goalsUrl = `${config.publicUrl}/${account!.userName}/current-goals`
    const templates = toOwnTemplates(texts)
    refuseFaults(templates, platform, goalsUrl)
    await saveChatTemplates(db, viewer.uid, platform, templates)
  })

  blockedWordRoutes(router, ctx)
  censorRoutes(router, ctx)
  return router
}

/** Drops templates that equal the default, which are not stored as the creator's own. */
function toOwnTemplates(texts: ChatTemplateTexts): ChatTemplateTexts {
  const own = chatMessageKinds.map((kind) => [kind, texts[kind] === chatTemplates[kind] ? null : texts[kind]])
  return Object.fromEntries(own) as ChatTemplateTexts
}

function refuseFaults(templates: ChatTemplateTexts, platform: ChatPlatform, goalsUrl: string): void {
  const faults = chatMessageKinds.flatMap((kind) => {
    const text = templates[kind]
    const place = { kind, platform, url: chatAddress(kind, goalsUrl) }
    const fault = text === null ? undefined : findTemplateFault(text, place)
    return fault === undefined ? [] : [[kind, fault] as const]
  })
  if (faults[0])
    throw new AppError('invalid_input', { text: faults[0][1], fields: Object.fromEntries(faults) })
}

function blockedWordRoutes(router: Router, { db }: AppContext): void {
  const wordsOf = async (uid: string) => ({ words: await listBlockedWords(db, uid) })

  handle(router, calls.getBlockedWords, ({ viewer }) => wordsOf(viewer.uid))

  handle(router, calls.addBlockedWord, async ({ body: { word }, viewer: { uid } }) => {
    const most = calls.blockedWordLimits.words
    if (!(await insertBlockedWord(db, uid, word, most))) {
      const text = { key: 'invalid_blocked_words_full', values: { count: most } } as const
      throw new AppError('invalid_input', { text, fields: { word: text } })
    }
    return wordsOf(uid)
  })

  handle(router, calls.removeBlockedWord, async ({ body: { word }, viewer: { uid } }) => {
    await deleteBlockedWord(db, uid, word)
    return wordsOf(uid)
  })
}

function censorRoutes(router: Router, { db }: AppContext): void {
  handle(router, getCensorSettings, async ({ viewer }) => {
    const { action } = await findWordSettings(db, viewer.uid)
    return { action }
  })

  handle(router, saveCensorSettings, async ({ body, viewer }) => {
    await saveCensorAction(db, viewer.uid, body.action)
    return body
  })
}
