import { m } from '../../../i18n/compiled/messages.js'
import { privacySections } from '../features/policies/privacy.ts'
import { PolicyPage } from '../features/policies/policy-page.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Privacy: the policy at its own address. */
export function PrivacyScreen() {
  useTitle(m.policy_privacy())
  return <PolicyPage title={m.policy_privacy()} intro={m.policy_privacy_intro()} sections={privacySections} />
}
