/** Routes for a creator's chats: their health, templates and censor. */
import { Router } from 'express'
import * as calls from '../../contract/chat/chat-calls.ts'
import { chatMessageKinds, chatTemplates } from '../../contract/chat/chat-message.ts'
import { getCensorSettings, saveCensorSettings } from '../../contract/moderation/censor-calls.ts'
import type { ChatTemplateTexts } from '../../contract/chat/chat-calls.ts'
import { findAmountsFault, findTemplateFault, shortChatAddress } from '../../contract/chat/chat-template.ts'
import type { ChatAddresses } from '../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import { AppError } from '../../contract/errors.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import {
  deleteBlockedWord,
  findChatTemplates,
  insertBlockedWord,
  listBlockedWords,
  saveChatTemplates,
} from '../../db/queries/chat/chat-templates.ts'
import type { TextsToSave } from '../../db/queries/chat/chat-templates.ts'
import { findBotAccount } from '../../db/queries/chat/bot-accounts.ts'
import { listChatTests } from '../../db/queries/chat/chat-tests.ts'
import { listBotOutages } from '../../db/queries/chat/bot-outages.ts'
import { listConnectionHealth } from '../../db/queries/chat/connection-health.ts'
import { findWordSettings, saveCensorAction } from '../../db/queries/moderation/word-settings.ts'
import { botKeyOf } from '../../domain/chat/bot-token.ts'
import { readQuotaOutlook } from '../../domain/chat/platforms/youtube/quota-price.ts'
import { sendTestLine } from '../../domain/chat/send-test-line.ts'
import { toChatTests } from '../../domain/chat/to-chat-tests.ts'
import { toChatHealth } from '../../domain/chat/to-chat-health.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

/** Mounts the chatbot settings other than the toggles. */
export function chatRoutes(ctx: AppContext): Router {
  const { db, config } = ctx
  const router = Router()

  handle(router, calls.getChatHealth, async ({ viewer }) => {
    const [connections, tests, youtubeBot, youtubeLines, outages] = await Promise.all([
      listConnectionHealth(db, viewer.uid),
      listChatTests(db, viewer.uid),
      findYoutubeBot(ctx),
      config.youtube ? readQuotaOutlook(db, config.youtube, viewer.uid) : null,
      listBotOutages(db),
    ])
    const find = (wanted: ChatPlatform) => connections.find(({ platform }) => platform === wanted)
    const isModerator = (platform: ChatPlatform) => find(platform)?.botIsModerator ?? null
    return {
      ...toChatHealth(connections, outages),
      twitchBot: config.twitch?.botUsername ?? null,
      twitchModerator: isModerator('twitch'),
      twitchWay: find('twitch')?.postWay ?? null,
      youtubeModerator: isModerator('youtube'),
      twitchChannel: find('twitch')?.channel ?? null,
      youtubeBot,
      youtubeLines,
      tests: toChatTests(tests),
    }
  })

  handle(router, calls.sendTestLine, async ({ body: { platform }, viewer }) => {
    await ctx.accountLimits.take('chat-test', `${viewer.uid} ${platform}`)
    await sendTestLine(ctx, viewer.uid, platform)
  })

  handle(router, calls.getChatTemplates, async ({ query, viewer }) => {
    const own = await findChatTemplates(db, viewer.uid, query.platform)
    const { templates, minTipMinor: minTip, showsMessage, amountTemplates } = own
    return {
      goalTip: null,
      goalFunded: null,
      generalTip: null,
      ...templates,
      minTip,
      showsMessage,
      amountTemplates,
    }
  })

  handle(router, calls.saveChatTemplates, async ({ body, viewer: { uid } }) => {
    const { platform, minTip: minTipMinor, showsMessage, amountTemplates, ...texts } = body
    const [account, saved] = await Promise.all([findAccount(db, uid), findChatTemplates(db, uid, platform)])
    const siteUrl = config.publicUrl
    const addresses = { siteUrl, goalsUrl: `${siteUrl}/${account!.userName}/current-goals` }
    const templates = toOwnTemplates(texts)
    const next = { templates, amountTemplates, minTipMinor, showsMessage }
    refuseFaults(next, { platform, addresses, showsMessage: showsMessage ?? saved.showsMessage })
    await saveChatTemplates(db, uid, platform, next)
  })

  blockedWordRoutes(router, ctx)
  censorRoutes(router, ctx)
  return router
}

/** Returns the chatbot's channel on YouTube; null until it is known. */
async function findYoutubeBot({ db, config: { youtube } }: AppContext) {
  if (!youtube) return null
  const key = botKeyOf({ platform: 'youtube', configured: youtube.botRefreshToken })
  const bot = await findBotAccount(db, key)
  return bot ? { channelId: bot.accountId, name: bot.name } : null
}

/** Drops templates that equal the default, which are not stored as the creator's own. */
function toOwnTemplates(texts: ChatTemplateTexts): ChatTemplateTexts {
  const own = chatMessageKinds.map((kind) => [kind, texts[kind] === chatTemplates[kind] ? null : texts[kind]])
  return Object.fromEntries(own) as ChatTemplateTexts
}

interface Place {
  platform: ChatPlatform
  addresses: ChatAddresses
  showsMessage: boolean
}

/** Throws what is wrong with the texts, by the name of the field: the kind, or the kind and the position among its larger tips. */
function refuseFaults(
  { templates, amountTemplates = [] }: TextsToSave,
  { addresses, ...place }: Place,
): void {
  const texts = [
    ...chatMessageKinds.map((kind) => ({ kind, text: templates[kind], field: kind as string })),
    ...amountTemplates.map(({ kind, text }, i) => ({ kind, text, field: `amountTemplates.${i}` })),
  ]
  const faults = texts.flatMap(({ kind, text, field }) => {
    const context = { ...place, kind, url: shortChatAddress(kind, addresses) }
    const fault = text === null ? undefined : findTemplateFault(text, context)
    return fault === undefined ? [] : [[field, fault] as const]
  })
  const ofAmounts = findAmountsFault(amountTemplates)
  if (ofAmounts) faults.push(['amountTemplates', ofAmounts])
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
