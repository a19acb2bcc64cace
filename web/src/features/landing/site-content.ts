import { m } from '../../../../i18n/compiled/messages.js'

interface TestimonialSample {
  author: () => string
  /** What they do, in two or three words. */
  trade: () => string
  text: () => string
}

/**
 * The figures, samples and announcements of the landing page that are the specification's, in one place: an operator makes
 * them true. Words stand in the catalogue.
 */
export const siteContent = {
  /** What the 'Total raised' counter counts up to, in dollars, and how long it takes. */
  totalRaised: { amount: 50_000, countMs: 500 },
  /** Shown when the installation has no testimonials of its own; author and words of those it has are taken from here in turn. */
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
  /** How long one testimonial stands before the next. */
  testimonialMs: 4000,
  /** Where the story's line begins to grow, and where it is whole, in pixels of scroll. */
  timeline: { from: 900, to: 1500 },
  /** What is announced and not there yet. */
  planned: [m.landing_plan_1, m.landing_plan_2, m.landing_plan_3],
} as const
