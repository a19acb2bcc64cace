import { Route } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-screen.ts'

const SettingsLayout = lazyScreen(() => import('./settings-layout.tsx').then((s) => s.SettingsLayout))
const CreatorOnlyLayout = lazyScreen(() =>
  import('./creator-only-layout.tsx').then((s) => s.CreatorOnlyLayout),
)
const Profile = lazyScreen(() => import('./settings-profile-screen.tsx').then((s) => s.SettingsProfileScreen))
const Payment = lazyScreen(() => import('./settings-payment-screen.tsx').then((s) => s.SettingsPaymentScreen))
const Stream = lazyScreen(() => import('./settings-stream-screen.tsx').then((s) => s.SettingsStreamScreen))
const Notifications = lazyScreen(() =>
  import('./settings-notifications-screen.tsx').then((s) => s.SettingsNotificationsScreen),
)
const X = lazyScreen(() => import('./settings-x-screen.tsx').then((s) => s.SettingsXScreen))
const Donothon = lazyScreen(() =>
  import('./settings-donothon-screen.tsx').then((s) => s.SettingsDonothonScreen),
)
const Chatbot = lazyScreen(() => import('./settings-chatbot-screen.tsx').then((s) => s.SettingsChatbotScreen))

/** The settings below `/dashboard`, and the same at the addresses without it. */
export const settingsRoutes = (
  <Route element={<SettingsLayout />}>
    {['dashboard/', ''].map((base) => (
      <Route key={base}>
        <Route path={`${base}profile-setting`} element={<Profile />} />
        <Route path={`${base}notifications-setting`} element={<Notifications />} />
        <Route element={<CreatorOnlyLayout />}>
          <Route path={`${base}payment-setting`} element={<Payment />} />
          <Route path={`${base}stream-setting`} element={<Stream />} />
          <Route path={`${base}chatbot-setting`} element={<Chatbot />} />
        </Route>
      </Route>
    ))}
    <Route element={<CreatorOnlyLayout />}>
      <Route path="dashboard/Integrations-setting" element={<X />} />
      <Route path="dashboard/donothon-timer-setting" element={<Donothon />} />
    </Route>
  </Route>
)
