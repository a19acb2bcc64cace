import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /cookieyes-generated-policy. */
export const cookiesPolicy: Policy = {
  title: m.policy_cookies,
  intro: m.policy_cookies_intro,
  sections: [
    ['cookies-that-keep-you-signed-in', m.policy_cookies_01_title, m.policy_cookies_01_text],
    ['a-cookie-while-you-sign-up', m.policy_cookies_02_title, m.policy_cookies_02_text],
    ['what-your-browser-remembers-besides', m.policy_cookies_03_title, m.policy_cookies_03_text],
    ['cookies-of-others', m.policy_cookies_04_title, m.policy_cookies_04_text],
    ['getting-rid-of-them', m.policy_cookies_05_title, m.policy_cookies_05_text],
  ],
}
