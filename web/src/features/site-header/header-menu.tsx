import { Compass, LayoutDashboard, LogOut } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import type { Session } from '../../lib/session.ts'
import { useLogOut } from './account-corner.tsx'
import { MenuRow, menuRow, SignedOutMenu } from './signed-out-header.tsx'

/** The content of the header's menu on small screens. */
export function HeaderMenu({ session }: { session: Session }) {
  const handleLogOut = useLogOut()
  if (!session.user) return <SignedOutMenu />
  return (
    <>
      <MenuRow to="/explore" icon={Compass} text={m.header_explore()} />
      <MenuRow to="/dashboard" icon={LayoutDashboard} text={m.header_dashboard()} />
      <button type="button" onClick={handleLogOut} className={menuRow}>
        <LogOut aria-hidden className="size-5 text-muted" />
        {m.header_log_out()}
      </button>
    </>
  )
}
