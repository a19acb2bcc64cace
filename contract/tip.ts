/** A tip as a fan sends it, and the one projection of it that anybody else may see. */
import type { PayoutCurrency } from './money.ts'
import { plainText } from './text.ts'

export const anonymousName = 'Anonymous'
export const tipTextLimits = { name: 50, message: 500 } as const

/** What a fan wrote, trimmed; the message keeps its line breaks. */
export const tipName = plainText(tipTextLimits.name)
export const tipMessage = plainText(tipTextLimits.message)

/** Whether a name asks for anonymity: "Anonymous" in any case. */
export function isAnonymousName(name: string): boolean {
  return name.trim().toLowerCase() === anonymousName.toLowerCase()
}

/** A tip as the ledger room knows it, with what must not leave the house. */
export interface FullTip {
  supporterName: string
  isAnonymous: boolean
  isPrivate: boolean
  message: string
  amountMinor: number
  currency: PayoutCurrency
}

export interface PublicTip {
  name: string
  /** Null when there is none, or when it is for the creator alone. */
  message: string | null
  amount: number
  currency: PayoutCurrency
}

/** Projects a tip to its public form; alerts, chat, leaderboards, webhooks and public calls use nothing else. */
export function toPublicTip(tip: FullTip): PublicTip {
  return {
    name: tip.isAnonymous ? anonymousName : tip.supporterName,
    message: tip.isPrivate || tip.message === '' ? null : tip.message,
    amount: tip.amountMinor,
    currency: tip.currency,
  }
}
