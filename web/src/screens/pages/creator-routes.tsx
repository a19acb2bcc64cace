import { Navigate, Route } from 'react-router-dom'
import { lazyScreen } from '../../lib/pages/lazy-screen.ts'

const CreatorLayout = lazyScreen(() => import('./creator-layout.tsx'), 'CreatorLayout')
const UserLayout = lazyScreen(() => import('./user-layout.tsx'), 'UserLayout')
const CurrentGoals = lazyScreen(() => import('./current-goals-screen.tsx'), 'CurrentGoalsScreen')
const CompletedGoals = lazyScreen(() => import('./completed-goals-screen.tsx'), 'CompletedGoalsScreen')
const Goal = lazyScreen(() => import('./goal-screen.tsx'), 'GoalScreen')
const FundGoal = lazyScreen(() => import('./fund-goal-screen.tsx'), 'FundGoalScreen')
const Supporter = lazyScreen(() => import('./supporter-screen.tsx'), 'SupporterScreen')
const Tips = lazyScreen(() => import('./tips-screen.tsx'), 'TipsScreen')

/** The path of a creator's public pages. */
export const creatorPath = ':username'

const goalRoutes = (
  <>
    <Route index element={<Navigate to="current-goals" replace />} />
    <Route path="current-goals" element={<CurrentGoals />} />
    <Route path="current-goals/:goaluuid" element={<Goal />} />
    <Route path="completed-goals/:goaluuid" element={<Goal />} />
    <Route path="fund-goal/:goaluuid" element={<FundGoal />} />
  </>
)

/** A creator's public pages. */
export const creatorRoutes = (
  <Route path={creatorPath} element={<CreatorLayout />}>
    {goalRoutes}
    <Route path="completed-goals" element={<CompletedGoals />} />
    <Route path="user/:useruid" element={<Supporter />} />
    <Route path="tips" element={<Tips />} />
  </Route>
)

/** A creator's pages as signed-in users see them; rendered inside the protected layout. */
export const userRoutes = (
  <Route path="user/:username" element={<UserLayout />}>
    {goalRoutes}
  </Route>
)
