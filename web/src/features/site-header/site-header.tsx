import { useLogOutTimer } from '../../lib/accounts/log-out-timer.ts'
import { homePath, useSession } from '../../lib/accounts/session.ts'
import { AccountCorner, useLogOut } from './account-corner.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { Compass, LayoutDashboard, LogOut } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { readSolo } from '../../lib/pages/site-document.ts'
import type { Session } from '../../lib/accounts/session.ts'
import { MenuRow, SignedOutMenu, menuRow } from './signed-out-header.tsx'

/** The header with the current session. */
export function SiteHeader() {
  const session = useSession()
  useLogOutTimer(session.status === 'signed-in')
  return (
    <HeaderFrame
      home={session.user ? homePath(session.user) : '/'}
      corner={<AccountCorner session={session} />}
      menu={<HeaderMenu session={session} />}
    />
  )
}

/** The content of the header's menu on small screens. */
function HeaderMenu({ session }: { session: Session }) {
  const handleLogOut = useLogOut()
  if (!session.user) return <SignedOutMenu />
  return (
    <>
      {!readSolo() && <MenuRow to="/explore" icon={Compass} text={m.header_explore()} />}
      <MenuRow to="/dashboard" icon={LayoutDashboard} text={m.header_dashboard()} />
      <button type="button" onClick={() => void handleLogOut()} className={menuRow}>
        <LogOut aria-hidden className="size-5 text-muted" />
        {m.header_log_out()}
      </button>
    </>
  )
}
