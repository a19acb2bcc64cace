/** Sample tips for creators to try their alert box. A sample tip is not stored; its alert is made in the same way as a real one. */
import type { Locale } from '../../contract/locale.ts'
import type { PayoutCurrency } from '../../contract/money/money.ts'
import type { SampleKind } from '../../contract/alerts/sample-alerts.ts'
import type { FullTip } from '../../contract/payments/tip.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { TipToShow } from './to-alert.ts'

export type SampleTip = Pick<TipToShow, 'kind' | 'tip' | 'goal'>

const amountMinor = 25_00
const goalMinor = 100_00

/**
 * Returns the sample tip of a kind, in the creator's language and currency. A refunded tip looks like any other, because its alert
 * is shown before the refund.
 */
export function sampleTipOf(kind: SampleKind, currency: PayoutCurrency, locale: Locale): SampleTip {
  const isFunded = kind === 'goal-funded'
  const goal = {
    title: m.stream_sample_goal({}, { locale }),
    amountMinor: goalMinor,
    receivedMinor: isFunded ? goalMinor : goalMinor / 2,
  }
  const tip = {
    supporterName: m.stream_sample_name({}, { locale }),
    isAnonymous: kind === 'anonymous',
    isPrivate: kind === 'private',
    message: m.sample_message({}, { locale }),
    amountMinor,
    currency,
    ...textsOf(kind, locale),
  }
  return { kind: isFunded ? 'goalFunded' : 'tip', tip, goal: kind === 'emoji' ? null : goal }
}

function textsOf(kind: SampleKind, locale: Locale): Partial<FullTip> {
  switch (kind) {
    case 'long-name':
      return {
        supporterName: m.sample_long_name({}, { locale }),
        message: m.sample_long_message({}, { locale }),
      }
    case 'emoji':
      return { supporterName: '🦊 Pixel Fox 🎉', message: '🔥🔥🔥 GG 👩‍🚀🏳️‍🌈 ❤️‍🔥 👏🏽👏🏽' }
    case 'right-to-left':
      return { supporterName: 'نور الهدى', message: 'شكرًا على البث الرائع! 123 GG' }
    case 'message':
    case 'anonymous':
    case 'private':
    case 'goal-funded':
    case 'refunded':
      return {}
  }
}
