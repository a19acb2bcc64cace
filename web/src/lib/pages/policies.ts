import { m } from '../../../../i18n/compiled/messages.js'

/** The addresses and titles of the policies. */
export const policies = [
  { path: '/privacy-policy', title: m.policy_privacy },
  { path: '/terms-of-service', title: m.policy_terms },
  { path: '/cookieyes-generated-policy', title: m.policy_cookies },
] as const
