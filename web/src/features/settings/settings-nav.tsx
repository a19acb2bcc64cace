import { NavLink, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { tabLink } from '../../lib/pages/page-changes.ts'
import { settingsTabs } from '../../parts/rooms/rooms.ts'
import { tabClass } from '../../ui/tabs.tsx'

/** The tabs of the settings as links, with the current one underlined. */
export function SettingsNav() {
  const { pathname } = useLocation()
  // each tab has two addresses: one below /dashboard and one without it
  const address = pathname.startsWith('/dashboard/') ? 0 : 1
  return (
    <nav data-tabs aria-label={m.settings_tabs()} className="-mx-4 border-b border-line sm:mx-0">
      <ul className="flex gap-1 overflow-x-auto overflow-y-hidden px-1 [scrollbar-width:none] sm:px-0">
        {settingsTabs.map(({ paths, title }) => (
          <li key={paths[0]} className="shrink-0">
            <NavLink
              to={paths[address]!}
              state={tabLink}
              className={`flex items-center ${tabClass}`}
              ref={showCurrent}
            >
              {title()}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the current tab into view, because the row of tabs is wider than a phone's screen. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (!link || !row || link.getAttribute('aria-current') !== 'page') return
  const isCut = link.offsetLeft + link.offsetWidth > row.offsetLeft + row.clientWidth
  if (isCut) row.scrollLeft = link.offsetLeft - row.offsetLeft
}
