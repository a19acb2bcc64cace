/** The texts of a tip, and its public projection. */
import type { Currency, PayoutCurrency } from '../money/money.ts'
import { shownName } from '../shown-name.ts'
import { plainText } from '../text.ts'

export const anonymousName = 'Anonymous'
export const tipTextLimits = { name: 50, message: 500 } as const

/** The name and message that a supporter types. The message keeps its line breaks. */
export const tipName = shownName(tipTextLimits.name)
export const tipMessage = plainText(tipTextLimits.message)

/** Returns whether a name makes a tip anonymous: "Anonymous" in upper or lower case. */
export function isAnonymousName(name: string): boolean {
  return name.trim().toLowerCase() === anonymousName.toLowerCase()
}

/** What a tip in another currency is worth in the one that its creator is paid in: goals, boards and totals count that. */
export interface TipWorth {
  amountMinor: number
  currency: PayoutCurrency
}

/** A tip with its private data, which only the server and its creator may see. */
export interface FullTip {
  supporterName: string
  isAnonymous: boolean
  isPrivate: boolean
  message: string
  amountMinor: number
  currency: Currency
  /** Absent or null for a tip in the currency that its creator is paid in. */
  worth?: TipWorth | null
}

export interface PublicTip {
  name: string
  /** Null when there is no message, or when it is private. */
  message: string | null
  amount: number
  currency: Currency
}

/** Returns the public form of a tip. Alerts, chats, leaderboards, webhooks and public calls show only this. */
export function toPublicTip(tip: FullTip): PublicTip {
  return {
    name: tip.isAnonymous ? anonymousName : tip.supporterName,
    message: tip.isPrivate || tip.message === '' ? null : tip.message,
    amount: tip.amountMinor,
    currency: tip.currency,
  }
}

/** Returns what a tip counts in goals, boards and totals: an amount in the currency that its creator is paid in. */
export function countedAmount({
  amountMinor,
  currency,
  worth,
}: Pick<FullTip, 'amountMinor' | 'currency' | 'worth'>): {
  amountMinor: number
  currency: Currency
} {
  return worth ?? { amountMinor, currency }
}
