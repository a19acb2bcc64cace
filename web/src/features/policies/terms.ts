import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /terms-of-service. */
export const termsPolicy: Policy = {
  title: m.policy_terms,
  intro: m.policy_terms_intro,
  sections: [
    ['who-we-are-and-what-this-is', m.policy_terms_01_title, m.policy_terms_01_text],
    ['your-account', m.policy_terms_02_title, m.policy_terms_02_text],
    ['names', m.policy_terms_03_title, m.policy_terms_03_text],
    ['tips', m.policy_terms_04_title, m.policy_terms_04_text],
    [
      'the-service-fee',
      m.policy_terms_05_title,
      unlessFree(m.policy_terms_05_text, m.policy_terms_05_text_free),
    ],
    ['how-creators-are-paid', m.policy_terms_06_title, m.policy_terms_06_text],
    ['refunds-and-disputes', m.policy_terms_07_title, m.policy_terms_07_text],
    ['what-may-not-be-done-here', m.policy_terms_08_title, m.policy_terms_08_text],
    ['what-you-publish', m.policy_terms_09_title, m.policy_terms_09_text],
    ['when-we-step-in', m.policy_terms_10_title, m.policy_terms_10_text],
    ['ending-it', m.policy_terms_11_title, m.policy_terms_11_text],
    [
      'what-we-promise-and-what-we-do-not',
      m.policy_terms_12_title,
      unlessFree(m.policy_terms_12_text, m.policy_terms_12_text_free),
    ],
    ['changes', m.policy_terms_13_title, m.policy_terms_13_text],
  ],
}

/** Returns a text that depends on the service fee: `free` is the one for an installation without a fee. */
function unlessFree(
  text: (values: { percent: number }) => string,
  free: () => string,
): (values: { percent: number }) => string {
  return (values) => (values.percent === 0 ? free() : text(values))
}
