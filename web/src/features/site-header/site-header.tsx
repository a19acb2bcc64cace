import { useLogOutTimer } from '../../lib/log-out-timer.ts'
import { homePath, useSession } from '../../lib/session.ts'
import { AccountCorner } from './account-corner.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { HeaderMenu } from './header-menu.tsx'

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
