import { Route } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-screen.ts'

const DashboardLayout = lazyScreen(() => import('./dashboard-layout.tsx'), 'DashboardLayout')
const CreatorOnlyPage = lazyScreen(() => import('./creator-only-layout.tsx'), 'CreatorOnlyPage')
const Dashboard = lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen')
const GoalsOverview = lazyScreen(() => import('./goals-overview-screen.tsx'), 'GoalsOverviewScreen')
const Statement = lazyScreen(() => import('./statement-screen.tsx'), 'StatementScreen')
const Notification = lazyScreen(() => import('./notification-screen.tsx'), 'NotificationScreen')

/** The routes of the dashboard without its settings, rendered inside the protected layout. */
export const dashboardRoutes = (
  <Route element={<DashboardLayout />}>
    <Route path="dashboard" element={<Dashboard />} />
    <Route path="dashboard/insights" element={<Dashboard />} />
    <Route path="dashboard/notification" element={<Notification />} />
    <Route element={<CreatorOnlyPage />}>
      <Route path="dashboard/goals-overview" element={<GoalsOverview />} />
      <Route path="dashboard/payment-setting2" element={<Statement />} />
    </Route>
  </Route>
)
