import { Navigate, Route } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-screen.ts'

const DashboardLayout = lazyScreen(() => import('./dashboard-layout.tsx').then((s) => s.DashboardLayout))
const CreatorOnlyPage = lazyScreen(() => import('./creator-only-layout.tsx').then((s) => s.CreatorOnlyPage))
const Dashboard = lazyScreen(() => import('./dashboard-screen.tsx').then((s) => s.DashboardScreen))
const GoalsOverview = lazyScreen(() =>
  import('./goals-overview-screen.tsx').then((s) => s.GoalsOverviewScreen),
)
const Statement = lazyScreen(() => import('./statement-screen.tsx').then((s) => s.StatementScreen))
const Notification = lazyScreen(() => import('./notification-screen.tsx').then((s) => s.NotificationScreen))
const UserLayout = lazyScreen(() => import('./user-layout.tsx').then((s) => s.UserLayout))
const CurrentGoals = lazyScreen(() => import('./current-goals-screen.tsx').then((s) => s.CurrentGoalsScreen))
const Goal = lazyScreen(() => import('./goal-screen.tsx').then((s) => s.GoalScreen))
const FundGoal = lazyScreen(() => import('./fund-goal-screen.tsx').then((s) => s.FundGoalScreen))
const TotalEarnings = lazyScreen(() =>
  import('./total-earnings-screen.tsx').then((s) => s.TotalEarningsScreen),
)

/** The pages of a creator as signed-in users see them; rendered inside the protected layout. */
export const userRoutes = (
  <>
    <Route path="user/:username/total-earnings" element={<CreatorOnlyPage />}>
      <Route index element={<TotalEarnings />} />
    </Route>
    <Route path="user/:username" element={<UserLayout />}>
      <Route index element={<Navigate to="current-goals" replace />} />
      <Route path="current-goals" element={<CurrentGoals />} />
      <Route path="current-goals/:goaluuid" element={<Goal />} />
      <Route path="completed-goals/:goaluuid" element={<Goal />} />
      <Route path="fund-goal/:goaluuid" element={<FundGoal />} />
    </Route>
  </>
)

/** The dashboard without the settings; rendered inside the protected layout. */
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
