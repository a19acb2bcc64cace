import { m } from '../../../i18n/compiled/messages.js'
import { cookiesSections } from '../features/policies/cookies.ts'
import { PolicyPage } from '../features/policies/policy-page.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Cookies: the policy at its own address. */
export function CookiesScreen() {
  useTitle(m.policy_cookies())
  return <PolicyPage title={m.policy_cookies()} intro={m.policy_cookies_intro()} sections={cookiesSections} />
}
