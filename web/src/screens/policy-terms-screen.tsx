import { m } from '../../../i18n/compiled/messages.js'
import { termsSections } from '../features/policies/terms.ts'
import { PolicyPage } from '../features/policies/policy-page.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Terms: the policy at its own address. */
export function TermsScreen() {
  useTitle(m.policy_terms())
  return <PolicyPage title={m.policy_terms()} intro={m.policy_terms_intro()} sections={termsSections} />
}
