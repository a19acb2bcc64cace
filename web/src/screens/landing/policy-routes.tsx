import { Route } from 'react-router-dom'
import { lazyFramedScreen } from '../../lib/pages/lazy-screen.ts'

/** The policy at each address. */
const policies = {
  'privacy-policy': async () => (await import('../../features/policies/privacy.ts')).privacyPolicy,
  'terms-of-service': async () => (await import('../../features/policies/terms.ts')).termsPolicy,
  'cookieyes-generated-policy': async () =>
    (await import('../../features/policies/cookies.ts')).cookiesPolicy,
}

const loadPage = async () => (await import('../../features/policies/policy-page.tsx')).PolicyPage

export const policyRoutes = Object.entries(policies).map(([path, loadPolicy]) => {
  const PolicyScreen = lazyFramedScreen(loadPage, loadPolicy)
  return <Route key={path} path={path} element={<PolicyScreen />} />
})
