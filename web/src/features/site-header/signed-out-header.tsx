/** The header for visitors who are not signed in. Its code does not include the session's, which keeps the landing page small. */
import { Compass, LogIn } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { readSolo } from '../../lib/pages/site-document.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { HeaderFrame } from './header-frame.tsx'

/** The header of the landing page, before the session is known. */
export function SignedOutHeader() {
  return <HeaderFrame home="/" corner={<SignedOutCorner />} menu={<SignedOutMenu />} />
}

/**
 * Links to log in and sign up. On narrow screens the log-in link is only in the menu; with the longer German texts, on somewhat
 * wider screens too.
 */
export function SignedOutCorner() {
  return (
    <>
      <ButtonLink to="/account" size="small" className="max-[379px]:hidden in-[:lang(de)]:max-[479px]:hidden">
        {m.header_log_in()}
      </ButtonLink>
      {readSolo()?.hasSupporterAccounts !== false && (
        <ButtonLink to="/signup" size="small" kind="dark">
          {m.header_sign_up()}
        </ButtonLink>
      )}
    </>
  )
}

/** The rows of the header's menu for visitors who are not signed in. */
export function SignedOutMenu() {
  return (
    <>
      {!readSolo() && <MenuRow to="/explore" icon={Compass} text={m.header_explore()} />}
      <MenuRow to="/account" icon={LogIn} text={m.header_log_in()} />
    </>
  )
}

export const menuRow =
  'flex min-h-12 w-full items-center gap-3 rounded-card px-3 font-semibold hover:bg-ink/6'

/** A link in the menu. */
export function MenuRow({ to, icon: Icon, text }: { to: string; icon: LucideIcon; text: string }) {
  return (
    <Link to={to} className={menuRow}>
      <Icon aria-hidden className="size-5 text-muted" />
      {text}
    </Link>
  )
}
