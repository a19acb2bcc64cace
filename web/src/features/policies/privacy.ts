import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /privacy-policy. */
export const privacyPolicy: Policy = {
  title: m.policy_privacy,
  intro: m.policy_privacy_intro,
  sections: [
    { id: 'in-short', title: m.policy_privacy_01_title, text: m.policy_privacy_01_text },
    { id: 'what-we-keep', title: m.policy_privacy_02_title, text: m.policy_privacy_02_text },
    { id: 'what-we-do-not-have', title: m.policy_privacy_03_title, text: m.policy_privacy_03_text },
    { id: 'who-sees-what', title: m.policy_privacy_04_title, text: m.policy_privacy_04_text },
    { id: 'why-we-may', title: m.policy_privacy_05_title, text: m.policy_privacy_05_text },
    { id: 'who-else-handles-it', title: m.policy_privacy_06_title, text: m.policy_privacy_06_text },
    { id: 'how-long', title: m.policy_privacy_07_title, text: m.policy_privacy_07_text },
    { id: 'your-rights', title: m.policy_privacy_08_title, text: m.policy_privacy_08_text },
    { id: 'safety', title: m.policy_privacy_09_title, text: m.policy_privacy_09_text },
    { id: 'children', title: m.policy_privacy_10_title, text: m.policy_privacy_10_text },
    { id: 'changes', title: m.policy_privacy_11_title, text: m.policy_privacy_11_text },
  ],
}
