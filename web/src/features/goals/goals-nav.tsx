import { NavLink, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { tabLink } from '../../lib/pages/page-changes.ts'

/** Links to a creator's current and completed goals, and to the page for a general tip. */
export function GoalsNav({ userName, name }: { userName: string; name: string }) {
  const linkClass =
    'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 font-semibold text-muted hover:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink'
  // Only the page of current goals exists below `/user`; that of completed goals is always the public one.
  const prefix = useLocation().pathname.startsWith('/user/') ? '/user' : ''
  return (
    <nav
      data-tabs
      aria-label={m.goals_nav({ name })}
      className="mb-4 flex gap-x-4 overflow-x-auto overflow-y-hidden whitespace-nowrap [scrollbar-width:none] max-sm:text-sm sm:gap-x-6"
    >
      <NavLink to={`${prefix}/${userName}/current-goals`} state={tabLink} className={linkClass}>
        {m.goals_title()}
      </NavLink>
      <NavLink to={`/${userName}/completed-goals`} state={tabLink} className={linkClass}>
        {m.goals_completed()}
      </NavLink>
      <NavLink to={`/${userName}/tips`} state={tabLink} className={linkClass}>
        {m.goals_tip_only()}
      </NavLink>
    </nav>
  )
}
