import { Navigate, Route } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-screen.ts'

const Layout = lazyScreen(() => import('./sign-up-layout.tsx').then((s) => s.SignUpLayout))
const Start = lazyScreen(() => import('./sign-up-start-screen.tsx').then((s) => s.SignUpStartScreen))
const Role = lazyScreen(() => import('./sign-up-role-screen.tsx').then((s) => s.SignUpRoleScreen))
const Url = lazyScreen(() => import('./sign-up-url-screen.tsx').then((s) => s.SignUpUrlScreen))
const Picture = lazyScreen(() => import('./sign-up-picture-screen.tsx').then((s) => s.SignUpPictureScreen))
const About = lazyScreen(() => import('./sign-up-about-screen.tsx').then((s) => s.SignUpAboutScreen))
const Code = lazyScreen(() => import('./sign-up-code-screen.tsx').then((s) => s.SignUpCodeScreen))

/** The steps of the sign-up wizard. */
export const signUpRoutes = (
  <Route path="signup" element={<Layout />}>
    <Route index element={<Start />} />
    <Route path="select-role/:email?" element={<Role />} />
    <Route path="select-url" element={<Url />} />
    <Route path="select-profile-picture" element={<Picture />} />
    <Route path="about-yourself" element={<About />} />
    <Route path="OTP-verification" element={<Code />} />
    <Route path="*" element={<Navigate to="/signup" replace />} />
  </Route>
)
