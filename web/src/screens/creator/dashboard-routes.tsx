import { Route } from 'react-router-dom'
import { lazyScreen } from '../../lib/pages/lazy-screen.ts'
import { settingsRoutes } from '../settings/settings-routes.tsx'

const DashboardLayout = lazyScreen(() => import('./dashboard-layout.tsx'), 'DashboardLayout')
const CreatorOnlyPage = lazyScreen(() => import('../creator-only-layout.tsx'), 'CreatorOnlyPage')
const Dashboard = lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen')
const GoalsOverview = lazyScreen(() => import('./goals-overview-screen.tsx'), 'GoalsOverviewScreen')
const Statement = lazyScreen(() => import('../payments/statement-screen.tsx'), 'StatementScreen')
const Notification = lazyScreen(() => import('../accounts/notification-screen.tsx'), 'NotificationScreen')
const AccountSetting = lazyScreen(
  () => import('../accounts/account-setting-screen.tsx'),
  'AccountSettingScreen',
)
const ControlPanel = lazyScreen(() => import('../panel/control-panel-screen.tsx'), 'ControlPanelScreen')
const TotalEarnings = lazyScreen(() => import('./total-earnings-screen.tsx'), 'TotalEarningsScreen')
const AdminArea = lazyScreen(() => import('../admin/admin-area-screen.tsx'), 'AdminAreaScreen')
const Admin = lazyScreen(() => import('../admin/admin-screen.tsx'), 'AdminScreen')

/** The dashboard: every page that only its own user sees. Renders inside the protected layout. */
export const dashboardRoutes = (
  <Route element={<DashboardLayout />}>
    <Route path="dashboard" element={<Dashboard />} />
    <Route path="dashboard/insights" element={<Dashboard />} />
    <Route path="dashboard/notification" element={<Notification />} />
    <Route path="dashboard/account-setting" element={<AccountSetting />} />
    <Route path="admin" element={<AdminArea />} />
    <Route path="admin/books" element={<Admin />} />
    <Route path="dashboard/control-panel" element={<ControlPanel />} />
    {settingsRoutes}
    <Route element={<CreatorOnlyPage />}>
      <Route path="user/:username/total-earnings" element={<TotalEarnings />} />
      <Route path="dashboard/goals-overview" element={<GoalsOverview />} />
      <Route path="dashboard/payment-setting2" element={<Statement />} />
    </Route>
  </Route>
)
