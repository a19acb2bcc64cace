/** The chat log: whether a creator's tips were posted in each of the creator's chats, and if not, why. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { chatProblem } from './chat-problems.ts'
import { isoTime } from '../entities.ts'
import { chatPlatform } from './platforms.ts'
import { currency, minorUnits } from '../money/money.ts'

/**
 * The state of a delivery to a chat. `posted`: in a message of its own. `together`: in one message with other tips. `expired` and
 * `refused`: not posted. `waiting`: not posted yet.
 */
export const chatEnd = z.enum(['waiting', 'posted', 'together', 'expired', 'refused'])
export type ChatEnd = z.output<typeof chatEnd>

/**
 * Why a message was not posted: a problem of the chat, a missing confirmation, a disconnected account, that the
 * creator dropped it at the end of a panic, or another reason.
 */
export const chatReason = z.enum([...chatProblem.options, 'unconfirmed', 'disconnected', 'dropped', 'other'])
export type ChatReason = z.output<typeof chatReason>

export const chatLogEntry = z.object({
  id: z.string(),
  platform: chatPlatform,
  kind: z.enum(['tip', 'goalFunded']),
  name: z.string(),
  amount: minorUnits,
  currency,
  goalTitle: z.nullable(z.string()),
  at: isoTime,
  end: chatEnd,
  /** Set when `end` is `refused`. */
  reason: z.nullable(chatReason),
})
export type ChatLogEntry = z.output<typeof chatLogEntry>

export const getChatLog = creatorCall.get('account/chat-log', {
  summary: 'What became of the latest tips in each of the creator’s chats, newest first.',
  response: z.object({ entries: z.array(chatLogEntry) }),
})
