import type { ComponentType } from 'react'
import { Route } from 'react-router-dom'
import type { TabProps } from '../../features/settings/tabs.ts'
import { lazyFramedScreen, lazyScreen } from '../../lib/pages/lazy-screen.ts'

const SettingsLayout = lazyScreen(() => import('./settings-layout.tsx'), 'SettingsLayout')
const CreatorOnlyLayout = lazyScreen(() => import('../creator-only-layout.tsx'), 'CreatorOnlyLayout')
const loadFrame = async () => (await import('./settings-tab-screen.tsx')).SettingsTabScreen

function tab(path: string, loadTab: () => Promise<ComponentType<TabProps>>) {
  const Screen = lazyFramedScreen(loadFrame, async () => ({ path, Tab: await loadTab() }))
  return { path, element: <Screen /> }
}

const tabs = [
  tab(
    'profile-setting',
    async () => (await import('../../features/settings/profile/profile-tab.tsx')).ProfileTab,
  ),
  tab(
    'notifications-setting',
    async () =>
      (await import('../../features/settings/notifications/notifications-tab.tsx')).NotificationsTab,
  ),
]
const creatorTabs = [
  tab(
    'payment-setting',
    async () => (await import('../../features/settings/payment/payment-tab.tsx')).PaymentTab,
  ),
  tab(
    'stream-setting',
    async () => (await import('../../features/settings/stream/stream-tab.tsx')).StreamTab,
  ),
  tab(
    'chatbot-setting',
    async () => (await import('../../features/settings/chatbot/chatbot-tab.tsx')).ChatbotTab,
  ),
  tab('tools-setting', async () => (await import('../../features/settings/tools/tools-tab.tsx')).ToolsTab),
  tab(
    'import-setting',
    async () => (await import('../../features/settings/import/import-tab.tsx')).ImportTab,
  ),
]
/** Pages that have one address only. */
const placesOfCreators = [
  tab('Integrations-setting', async () => (await import('../../features/settings/planned/x-card.tsx')).XCard),
  tab(
    'donothon-timer-setting',
    async () => (await import('../../features/settings/donothon/donothon-tab.tsx')).DonothonTab,
  ),
  tab('share', async () => (await import('../../features/settings/profile/share-tab.tsx')).ShareTab),
  tab('alert-style', async () => (await import('../../features/settings/stream/look-tab.tsx')).LookTab),
  tab('widgets', async () => (await import('../../features/settings/widgets/widgets-tab.tsx')).WidgetsTab),
  tab(
    'moderation',
    async () => (await import('../../features/settings/moderation/moderation-tab.tsx')).ModerationTab,
  ),
]

const toRoutes = (base: string, some: typeof tabs) =>
  some.map(({ path, element }) => <Route key={path} path={`${base}${path}`} element={element} />)

/** The routes of the settings. Each tab has one address below `/dashboard` and one without it. */
export const settingsRoutes = (
  <Route element={<SettingsLayout />}>
    {['dashboard/', ''].map((base) => (
      <Route key={base}>
        {toRoutes(base, tabs)}
        <Route element={<CreatorOnlyLayout />}>{toRoutes(base, creatorTabs)}</Route>
      </Route>
    ))}
    <Route element={<CreatorOnlyLayout />}>{toRoutes('dashboard/', placesOfCreators)}</Route>
  </Route>
)
