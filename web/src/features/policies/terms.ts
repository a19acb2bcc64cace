import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /terms-of-service. */
export const termsPolicy: Policy = {
  title: m.policy_terms,
  intro: m.policy_terms_intro,
  sections: [
    { id: 'who-we-are-and-what-this-is', title: m.policy_terms_01_title, text: m.policy_terms_01_text },
    { id: 'your-account', title: m.policy_terms_02_title, text: m.policy_terms_02_text },
    { id: 'names', title: m.policy_terms_03_title, text: m.policy_terms_03_text },
    { id: 'tips', title: m.policy_terms_04_title, text: m.policy_terms_04_text },
    { id: 'the-service-fee', title: m.policy_terms_05_title, text: m.policy_terms_05_text },
    { id: 'how-creators-are-paid', title: m.policy_terms_06_title, text: m.policy_terms_06_text },
    { id: 'refunds-and-disputes', title: m.policy_terms_07_title, text: m.policy_terms_07_text },
    { id: 'what-may-not-be-done-here', title: m.policy_terms_08_title, text: m.policy_terms_08_text },
    { id: 'what-you-publish', title: m.policy_terms_09_title, text: m.policy_terms_09_text },
    { id: 'when-we-step-in', title: m.policy_terms_10_title, text: m.policy_terms_10_text },
    { id: 'ending-it', title: m.policy_terms_11_title, text: m.policy_terms_11_text },
    {
      id: 'what-we-promise-and-what-we-do-not',
      title: m.policy_terms_12_title,
      text: m.policy_terms_12_text,
    },
    { id: 'changes', title: m.policy_terms_13_title, text: m.policy_terms_13_text },
  ],
}
