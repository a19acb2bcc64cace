/** Loads themes, each once. */
import type { AlertTheme } from '../../../contract/alert-style.ts'
import type { Theme } from './theme.ts'

const files: Record<AlertTheme, () => Promise<{ theme: Theme }>> = {
  liquid: () => import('./liquid.ts'),
  ticket: () => import('./ticket.ts'),
  arcade: () => import('./arcade.ts'),
  banner: () => import('./banner.ts'),
}

const loading = new Map<AlertTheme, Promise<Theme | undefined>>()

/** Returns a theme; undefined if its file cannot be loaded, which is tried again the next time. */
export function loadTheme(name: AlertTheme): Promise<Theme | undefined> {
  const known = loading.get(name)
  if (known) return known
  const load = files[name]().then(
    ({ theme }) => theme,
    () => void loading.delete(name),
  )
  loading.set(name, load)
  return load
}
