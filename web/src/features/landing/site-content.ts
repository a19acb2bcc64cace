import { payoutCurrencies } from '../../../../contract/money/currencies.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { currentLocale, dateLocale } from '../../lib/locale.ts'

interface TestimonialSample {
  author: () => string
  /** The creator's occupation in two or three words. */
  trade: () => string
  text: () => string
}

/** Announced features that do not exist yet: the one list for every place that announces them. */
const planned = [m.landing_plan_1, m.landing_plan_3]

/**
 * The figures, sample testimonials and announcements that the specification asks for on the landing page. The operator of an
 * installation is expected to make them true. Their texts are in the message catalogue.
 */
export const siteContent = {
  /** The amount in dollars that the 'Total raised' counter reaches, and how long counting takes. */
  totalRaised: { amount: 50_000, countMs: 500 },
  /** Shown if the installation has no testimonials. If it has some, their authors and texts come from this list, in turn. */
  testimonials: [
    {
      author: m.landing_voice_1_author,
      trade: m.landing_voice_1_trade,
      text: m.landing_voice_1_text,
    },
    {
      author: m.landing_voice_2_author,
      trade: m.landing_voice_2_trade,
      text: m.landing_voice_2_text,
    },
  ] as readonly TestimonialSample[],
  /** How long each testimonial is shown. */
  testimonialMs: 4000,
  /** The line beside the text of `story.tsx` grows between these scroll positions, in pixels. */
  timeline: { from: 900, to: 1500 },
  planned,
} as const

/** Returns the currencies that creators can be paid in, as part of a sentence. */
export function listPayoutCurrencies(): string {
  const alternatives = new Intl.ListFormat(dateLocale(), { type: 'disjunction' })
  return alternatives.format(payoutCurrencies.map((code) => code.toUpperCase()))
}

/** Returns the announced features as part of a sentence. */
export function listPlanned(): string {
  return new Intl.ListFormat(currentLocale()).format(planned.map((feature) => feature()))
}
