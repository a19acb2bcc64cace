import { m } from '../../../../i18n/compiled/messages.js'

interface TestimonialSample {
  author: () => string
  /** The creator's occupation in two or three words. */
  trade: () => string
  text: () => string
}

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
  /** The scroll positions, in pixels, between which the line beside the text of `story.tsx` grows. */
  timeline: { from: 900, to: 1500 },
  /** Announced features that do not exist yet. */
  planned: [m.landing_plan_1, m.landing_plan_2, m.landing_plan_3],
} as const
