import { useSyncExternalStore } from 'react'

type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()

/** Applies a theme to the page; `system` follows the operating system. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Returns the theme and a setter, which stores the choice in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), chooseTheme]
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch (error) {
    console.error(error)
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

function readTheme(): Theme {
  try {
    const chosen = localStorage.getItem(key)
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  } catch {
    return 'system'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
