import { Route } from 'react-router-dom'
import { lazyScreen } from '../../lib/pages/lazy-screen.ts'

const ResetPassword = lazyScreen(() => import('./reset-password-screen.tsx'), 'ResetPasswordScreen')
const EmailVerification = lazyScreen(
  () => import('./email-verification-screen.tsx'),
  'EmailVerificationScreen',
)
const Confirmed = lazyScreen(() => import('./confirmed-screen.tsx'), 'ConfirmedScreen')
const NotMe = lazyScreen(() => import('./not-me-screen.tsx'), 'NotMeScreen')
const Unsubscribe = lazyScreen(() => import('./unsubscribe-screen.tsx'), 'UnsubscribeScreen')
const EmailVerified = lazyScreen(() => import('./email-verified-screen.tsx'), 'EmailVerifiedScreen')

/** The pages that our emails link to, and the page that a confirmation with Google returns to. */
export const authenticationRoutes = (
  <Route path="authentication">
    <Route path="email-verification" element={<EmailVerification />} />
    <Route path="email-verification-success" element={<EmailVerified />} />
    <Route path="confirmed" element={<Confirmed />} />
    <Route path="not-me" element={<NotMe />} />
    <Route path="reset-password" element={<ResetPassword />} />
    <Route path="unsubscribe" element={<Unsubscribe />} />
  </Route>
)
