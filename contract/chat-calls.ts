/** A creator's chats: the chatbot's problems there, its message templates and the blocked words. */
import * as z from 'zod/mini'
import { creatorCall } from './call.ts'
import { failsWith } from './check-error.ts'
import { chatProblem } from './chat-problems.ts'
import { templateTextLimit } from './chat-template.ts'
import { toOneLine } from './chat-text.ts'
import { chatPlatform, isoTime } from './entities.ts'

/** The problem that prevents or limits the chatbot's messages, and since when. */
export const chatTrouble = z.object({ problem: chatProblem, since: isoTime })
export type ChatTrouble = z.output<typeof chatTrouble>

const trouble = z.nullable(chatTrouble)

export const getChatHealth = creatorCall.get('account/chat-health', {
  summary: 'What keeps the chatbot from writing in each connected chat; null where nothing does.',
  response: z.object({
    youtube: trouble,
    twitch: trouble,
    discord: trouble,
    /** The chatbot’s login on Twitch, which a creator needs to make it a moderator; null where Twitch is off. */
    twitchBot: z.nullable(z.string()),
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

const blockedWord = z.string().check(
  z.overwrite((text) => toOneLine(text.normalize('NFKC')).toLowerCase()),
  z.maxLength(blockedWordLimits.characters),
  z.regex(/[\p{L}\p{N}]/u, failsWith('invalid_word')),
)
const blockedWords = z.object({ words: z.array(z.string()) })

export const getChatTemplates = creatorCall.get('account/chat-templates', {
  summary: 'The creator’s own wording of the chatbot’s messages on one platform; null where it is Brimful’s.',
  query: z.object({ platform: chatPlatform }),
  response: chatTemplateTexts,
})

export const saveChatTemplates = creatorCall.post('account/save-chat-templates', {
  summary: 'Saves the creator’s own wording for one platform; null goes back to Brimful’s.',
  body: z.extend(chatTemplateTexts, { platform: chatPlatform }),
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
