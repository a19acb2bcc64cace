import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /privacy-policy. */
export const privacyPolicy: Policy = {
  title: m.policy_privacy,
  intro: m.policy_privacy_intro,
  sections: [
    ['in-short', m.policy_privacy_01_title, m.policy_privacy_01_text],
    ['what-we-keep', m.policy_privacy_02_title, m.policy_privacy_02_text],
    ['what-we-do-not-have', m.policy_privacy_03_title, m.policy_privacy_03_text],
    ['who-sees-what', m.policy_privacy_04_title, m.policy_privacy_04_text],
    ['why-we-may', m.policy_privacy_05_title, m.policy_privacy_05_text],
    ['who-else-handles-it', m.policy_privacy_06_title, m.policy_privacy_06_text],
    ['how-long', m.policy_privacy_07_title, m.policy_privacy_07_text],
    ['your-rights', m.policy_privacy_08_title, m.policy_privacy_08_text],
    ['safety', m.policy_privacy_09_title, m.policy_privacy_09_text],
    ['children', m.policy_privacy_10_title, m.policy_privacy_10_text],
    ['changes', m.policy_privacy_11_title, m.policy_privacy_11_text],
  ],
}
