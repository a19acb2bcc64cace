import { Menu, Moon, Sun, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { Logo } from '../../ui/logo.tsx'
import { readSolo } from '../../lib/pages/site-document.ts'
import { chooseTheme, useIsDark } from '../../lib/theme.ts'

interface HeaderFrameProps {
  /** The address that the logo links to. */
  home: string
  /** The element at the right end. */
  corner: ReactNode
  /** The content of the menu on small screens. */
  menu: ReactNode
}

/** The header of every page. On small screens most of it moves into a menu. */
export function HeaderFrame({ home, corner, menu }: HeaderFrameProps) {
  const { key: page, pathname } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = openOn === page // the menu is open only on the page where it was opened, so navigating closes it
  const isLanding = pathname === '/' && !readSolo()
  const MenuIcon = isOpen ? X : Menu

  function handleEscape() {
    setOpenOn(null)
    button.current?.focus()
  }
  return (
    <header className="sticky top-0 z-30 [@media(max-height:26rem)]:static border-b border-line bg-paper/92 backdrop-blur-md">
      <div
        className={`mx-auto flex h-16 items-center gap-1.5 px-4 sm:gap-2 sm:px-6 ${isLanding ? 'max-w-7xl' : 'max-w-6xl'}`}
      >
        <Link
          to={home}
          aria-label={m.header_home()}
          className="mr-auto flex min-h-11 items-center rounded-sm"
        >
          <Logo className="max-[359px]:[&]:text-base" />
        </Link>
        <nav aria-label={m.header_main()} className="hidden items-center sm:flex">
          {isLanding && (
            <span className="hidden items-center md:flex">
              <HeaderLink to="/#about">{m.header_how()}</HeaderLink>
              <HeaderLink to="/#faqs">{m.header_faqs()}</HeaderLink>
            </span>
          )}
          {!readSolo() && <HeaderLink to="/explore">{m.header_explore()}</HeaderLink>}
        </nav>
        <div className="hidden sm:block">
          <ThemeSwitch />
        </div>
        {corner}
        <button
          ref={button}
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
      {isOpen && <SmallScreenMenu onClose={handleEscape}>{menu}</SmallScreenMenu>}
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

/** The opened menu on small screens; Escape closes it. */
function SmallScreenMenu({ children, onClose }: { children: ReactNode; onClose: () => void }) {
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
      {children}
      <div className="mt-1 border-t border-line pt-1">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

/** Switches between the light and the dark theme. Until it is used, the system's theme applies. */
function ThemeSwitch() {
  const isDark = useIsDark()
  const label = isDark ? m.theme_to_light() : m.theme_to_dark()
  const Icon = isDark ? Sun : Moon
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded-full hover:bg-ink/6"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
