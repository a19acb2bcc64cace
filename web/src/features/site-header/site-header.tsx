import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { homeOf, useSession } from '../../lib/session.ts'
import { Logo } from '../../ui/logo.tsx'
import { AccountCorner } from './account-corner.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The head of every page: home, explore, and who is here. On small screens the rest folds into a menu. */
export function SiteHeader() {
  const session = useSession()
  const { key: page, pathname } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === page // going to another page closes it

  const MenuIcon = isOpen ? X : Menu
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <Link
          to={session.user ? homeOf(session.user) : '/'}
          aria-label={m.header_home()}
          className="mr-auto flex min-h-11 items-center rounded-sm"
        >
          <Logo className="max-[359px]:[&]:text-base" />
        </Link>
        <nav aria-label={m.header_main()} className="hidden items-center sm:flex">
          {pathname === '/' && (
            <>
              <HeaderLink to="/#about">{m.header_how()}</HeaderLink>
              <HeaderLink to="/#faqs">{m.header_faqs()}</HeaderLink>
            </>
          )}
          <HeaderLink to="/explore">{m.header_explore()}</HeaderLink>
        </nav>
        <div className="hidden sm:block">
          <ThemeSwitch />
        </div>
        <AccountCorner session={session} />
        <button
          type="button"
          aria-label={m.header_menu()}
          aria-expanded={isOpen}
          aria-controls="header-menu"
          onClick={() => setOpenOn(isOpen ? null : page)}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink/6 sm:hidden"
        >
          <MenuIcon aria-hidden className="size-6" />
        </button>
      </div>
      {isOpen && <HeaderMenu session={session} onClose={() => setOpenOn(null)} />}
    </header>
  )
}

function HeaderLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="flex min-h-11 items-center rounded-full px-4 font-semibold hover:bg-ink/6">
      {children}
    </Link>
  )
}
