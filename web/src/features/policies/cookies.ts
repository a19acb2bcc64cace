import { m } from '../../../../i18n/compiled/messages.js'
import type { Policy } from './policy-page.tsx'

/** The text of /cookieyes-generated-policy. */
export const cookiesPolicy: Policy = {
  title: m.policy_cookies,
  intro: m.policy_cookies_intro,
  sections: [
    {
      id: 'cookies-that-keep-you-signed-in',
      title: m.policy_cookies_01_title,
      text: m.policy_cookies_01_text,
    },
    { id: 'a-cookie-while-you-sign-up', title: m.policy_cookies_02_title, text: m.policy_cookies_02_text },
    {
      id: 'what-your-browser-remembers-besides',
      title: m.policy_cookies_03_title,
      text: m.policy_cookies_03_text,
    },
    { id: 'cookies-of-others', title: m.policy_cookies_04_title, text: m.policy_cookies_04_text },
    { id: 'getting-rid-of-them', title: m.policy_cookies_05_title, text: m.policy_cookies_05_text },
  ],
}
