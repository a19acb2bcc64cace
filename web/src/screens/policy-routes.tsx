import { Route } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-screen.ts'

const Privacy = lazyScreen(() => import('./policy-privacy-screen.tsx').then((s) => s.PrivacyScreen))
const Terms = lazyScreen(() => import('./policy-terms-screen.tsx').then((s) => s.TermsScreen))
const Cookies = lazyScreen(() => import('./policy-cookies-screen.tsx').then((s) => s.CookiesScreen))

/** The policies, at the specification's addresses. */
export const policyRoutes = (
  <Route>
    <Route path="privacy-policy" element={<Privacy />} />
    <Route path="terms-of-service" element={<Terms />} />
    <Route path="cookieyes-generated-policy" element={<Cookies />} />
  </Route>
)
