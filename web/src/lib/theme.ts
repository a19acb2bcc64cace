import { useSyncExternalStore } from 'react'
import { useMediaQuery } from './media-query.ts'

type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()

/** Applies a theme to the page; `system` follows the operating system. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  if (theme !== 'system') saveForServer(theme)
}

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the choice in a cookie as well, because the server writes it into the documents that it sends. */
function saveForServer(theme: Theme): void {
  document.cookie = `brimful_theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
}

const darkSystem = '(prefers-color-scheme: dark)'

/** Returns whether the page is dark now. */
export function isDark(): boolean {
  const theme = readTheme()
  return theme === 'system' ? window.matchMedia(darkSystem).matches : theme === 'dark'
}

/** Returns whether the page is dark, also after a change. */
export function useIsDark(): boolean {
  const theme = useSyncExternalStore(subscribe, readTheme, () => 'system')
  const isSystemDark = useMediaQuery(darkSystem)
  return theme === 'system' ? isSystemDark : theme === 'dark'
}

/** Applies a theme, and stores it in this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch (error) {
    console.error(error)
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

/** Returns the stored theme, or else the one of the document, which the server has from the cookie. */
function readTheme(): Theme {
  return [readStored(), document.documentElement.dataset.theme].find(isChosen) ?? 'system'
}

function readStored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function isChosen(theme: string | null | undefined): theme is Theme {
  return theme === 'light' || theme === 'dark'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
