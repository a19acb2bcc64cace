import { Compass, LayoutDashboard, LogIn, LogOut } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import type { Session } from '../../lib/session.ts'
import { useLogOut } from './account-corner.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const row = 'flex min-h-12 w-full items-center gap-3 rounded-card px-3 font-semibold hover:bg-ink/6'

/** The folded-out part of the header on small screens; Escape closes it. */
export function HeaderMenu({ session, onClose }: { session: Session; onClose: () => void }) {
  const handleLogOut = useLogOut()
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onClose])

  return (
    <nav
      id="header-menu"
      aria-label={m.header_menu()}
      className="animate-fade border-t border-line px-2 py-2 sm:hidden"
    >
      <Row to="/explore" icon={Compass} text={m.header_explore()} />
      {session.user ? (
        <>
          <Row to="/dashboard" icon={LayoutDashboard} text={m.header_dashboard()} />
          <button type="button" onClick={handleLogOut} className={row}>
            <LogOut aria-hidden className="size-5 text-muted" />
            {m.header_log_out()}
          </button>
        </>
      ) : (
        <Row to="/account" icon={LogIn} text={m.header_log_in()} />
      )}
      <div className="mt-1 border-t border-line pt-1">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

function Row({ to, icon: Icon, text }: { to: string; icon: LucideIcon; text: string }) {
  return (
    <Link to={to} className={row}>
      <Icon aria-hidden className="size-5 text-muted" />
      {text}
    </Link>
  )
}
