import { Navigate, Route } from 'react-router-dom'
import { lazyFramedScreen, lazyScreen } from '../../lib/pages/lazy-screen.ts'

const Layout = lazyScreen(() => import('./sign-up-layout.tsx'), 'SignUpLayout')
const Start = lazyScreen(() => import('./sign-up-start-screen.tsx'), 'SignUpStartScreen')

/** The steps after the first: the address below `/signup`, and the form. */
const steps = [
  {
    step: 'select-role',
    path: 'select-role/:email?',
    loadForm: async () => (await import('../../features/sign-in/sign-up/role-form.tsx')).RoleForm,
  },
  {
    step: 'select-url',
    path: 'select-url',
    loadForm: async () => (await import('../../features/sign-in/sign-up/url-form.tsx')).UrlForm,
  },
  {
    step: 'select-profile-picture',
    path: 'select-profile-picture',
    loadForm: async () => (await import('../../features/sign-in/sign-up/picture-form.tsx')).PictureForm,
  },
  {
    step: 'about-yourself',
    path: 'about-yourself',
    loadForm: async () => (await import('../../features/sign-in/sign-up/about-form.tsx')).AboutForm,
  },
  {
    step: 'OTP-verification',
    path: 'OTP-verification',
    loadForm: async () => (await import('../../features/sign-in/sign-up/code-form.tsx')).CodeForm,
  },
] as const

const loadFrame = async () => (await import('./sign-up-step-screen.tsx')).SignUpStepScreen

const stepRoutes = steps.map(({ step, path, loadForm }) => {
  const Screen = lazyFramedScreen(loadFrame, async () => ({ step, Form: await loadForm() }))
  return <Route key={path} path={path} element={<Screen />} />
})

/** The sign-up wizard. */
export const signUpRoutes = (
  <Route path="signup" element={<Layout />}>
    <Route index element={<Start />} />
    {stepRoutes}
    <Route path="*" element={<Navigate to="/signup" replace />} />
  </Route>
)
