/** A creator's chats: the chatbot's problems there, its message templates and the blocked words. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { chatEnd, chatReason } from './chat-log-calls.ts'
import { chatProblem } from './chat-problems.ts'
import { amountTemplateKinds, maxAmountTemplates, templateTextLimit } from './chat-template.ts'
import { toOneLine } from './chat-text.ts'
import { chatbotToggles, isoTime } from '../entities.ts'
import { byPlatform, chatPlatform } from './platforms.ts'
import { twitchWay } from './twitch-ways.ts'
import { minorUnits, tipAmount, tipLimits, toPayoutMinor } from '../money/money.ts'

/** The problem that prevents or limits the chatbot's messages, and when it began. */
export const chatTrouble = z.object({ problem: chatProblem, since: isoTime })
export type ChatTrouble = z.output<typeof chatTrouble>

const trouble = z.nullable(chatTrouble)

/** A creator's latest test line in one chat. */
export const chatTest = z.object({
  at: isoTime,
  end: chatEnd,
  /** Set when `end` is `refused`. */
  reason: z.nullable(chatReason),
})
export type ChatTest = z.output<typeof chatTest>

const test = z.optional(z.nullable(chatTest))

export const getChatHealth = creatorCall.get('account/chat-health', {
  summary: 'What keeps the chatbot from writing in each connected chat; null where nothing does.',
  response: z.object({
    ...byPlatform(chatPlatform.options, () => trouble),
    /** The chatbot’s login on Twitch, which a creator needs to make it a moderator; null where Twitch is off. */
    twitchBot: z.nullable(z.string()),
    /** Whether the chatbot is a moderator or VIP in the creator’s Twitch chat; null until it has written there. */
    twitchModerator: z.optional(z.nullable(z.boolean())),
    /** Which way the latest message on Twitch took; null until there is one. */
    twitchWay: z.optional(z.nullable(twitchWay)),
    /** Whether the chatbot is a moderator of the creator’s YouTube chat; null until a message of it was seen there. */
    youtubeModerator: z.optional(z.nullable(z.boolean())),
    /** The login of the creator’s Twitch channel, for a link to its chat; null where Twitch is not connected. */
    twitchChannel: z.optional(z.nullable(z.string())),
    /** The chatbot’s channel on YouTube; null where YouTube is off or the channel is not known yet. */
    youtubeBot: z.optional(z.nullable(z.object({ channelId: z.string(), name: z.string() }))),
    /** How many lines a day YouTube allows, for all creators together, and what may be posted now; null where YouTube is off. */
    youtubeLines: z.optional(
      z.nullable(
        z.object({
          linesPerDay: z.int(),
          now: z.enum(['all', 'fundedGoals', 'nothing']),
          /**
           * While lines are scarce: how many are left for the creator’s tips today, and the smallest tip that gets one, in minor units of
           * the creator’s currency.
           */
          share: z.optional(z.nullable(z.object({ lines: z.int(), fromMinor: minorUnits }))),
        }),
      ),
    ),
    /** The creator’s latest test line in each connected chat. */
    tests: z.optional(z.object(byPlatform(chatPlatform.options, () => test))),
  }),
})

export const sendTestLine = creatorCall.post('account/chat-test', {
  summary:
    'Sends a test line to one of the creator’s chats, on the way that announcements of tips take. No tip is counted.',
  costs: 'a message in a chat',
  limits: ['account chat-test'],
  body: z.object({ platform: chatPlatform }),
})

export const getChatbotSettings = creatorCall.get('account/get/chatbotsettings', {
  summary: 'Which messages the chatbot posts on one platform.',
  query: z.object({ platform: chatPlatform }),
  response: chatbotToggles,
})

export const saveChatbotSettings = creatorCall.post('account/settings/chatbot', {
  summary: 'Saves which messages the chatbot posts on one platform.',
  body: z.object({
    platform: chatPlatform,
    receiveAllTips: z.boolean(),
    receiveGoalFunded: z.boolean(),
    receiveGeneralTips: z.boolean(),
  }),
})

/** How many words a creator may block, and how long one may be. */
export const blockedWordLimits = { words: 200, characters: 50 } as const

const oneLine = z.string().check(
  z.overwrite((text) => toOneLine(text)),
  z.maxLength(templateTextLimit),
)
/** A creator's own template; null means the template from the specification. */
const template = z.nullable(oneLine)

/** A creator's own templates, by kind of message. */
export const chatTemplateTexts = z.object({ goalTip: template, goalFunded: template, generalTip: template })
export type ChatTemplateTexts = z.output<typeof chatTemplateTexts>

/** The smallest announced tip, in minor units of the creator's currency: whole dollars or pounds; 0 announces every tip. */
export const minAnnouncedTip = minorUnits.check(
  z.maximum(toPayoutMinor(tipLimits.maxUnits), failsWith('invalid_tip_large')),
  z.multipleOf(toPayoutMinor(1), failsWith('invalid_amount')),
)

const amountTemplates = z.array(
  z.object({ kind: z.enum(amountTemplateKinds), from: tipAmount, text: oneLine }),
)

/** What depends on a tip's amount or message. In a request, what is absent stays unchanged. */
const byTip = {
  minTip: z.optional(minAnnouncedTip),
  /** Whether templates may contain `{message}`. */
  showsMessage: z.optional(z.boolean()),
  /** Templates for tips of at least `from` minor units of the creator’s currency, in place of the others of their kind. */
  amountTemplates: z.optional(
    amountTemplates.check(z.maxLength(amountTemplateKinds.length * maxAmountTemplates)),
  ),
}

const blockedWord = z.string().check(
  z.overwrite((text) => toOneLine(text.normalize('NFKC')).toLowerCase()),
  z.maxLength(blockedWordLimits.characters),
  z.regex(/[\p{L}\p{N}]/u, failsWith('invalid_word')),
)
const blockedWords = z.object({ words: z.array(z.string()) })

export const getChatTemplates = creatorCall.get('account/chat-templates', {
  summary: 'The creator’s own wording of the chatbot’s messages on one platform; null where it is Brimful’s.',
  query: z.object({ platform: chatPlatform }),
  response: z.extend(chatTemplateTexts, byTip),
})

export const saveChatTemplates = creatorCall.post('account/save-chat-templates', {
  summary: 'Saves the creator’s own wording for one platform; null goes back to Brimful’s.',
  body: z.extend(chatTemplateTexts, { platform: chatPlatform, ...byTip }),
  bodyLimits: { bytes: 24_000 },
})

export const getBlockedWords = creatorCall.get('account/blocked-words', {
  summary:
    'The words that are masked in names and messages for this creator, beside those that are always masked.',
  response: blockedWords,
})

export const addBlockedWord = creatorCall.post('account/add-blocked-word', {
  summary: 'Blocks a word or phrase; `*` at an end stands for any letters. Answers with all of them.',
  body: z.object({ word: blockedWord }),
  response: blockedWords,
})

export const removeBlockedWord = creatorCall.post('account/remove-blocked-word', {
  summary: 'Lets a word be said again. Answers with those that are left.',
  body: z.object({ word: blockedWord }),
  response: blockedWords,
})
