/** Loads themes, each once. */
import type { AlertTheme } from '../../../contract/alerts/alert-themes.ts'
import type { Theme } from './theme.ts'

const files = import.meta.glob<{ theme: Theme }>('./*/theme.ts')

const loading = new Map<AlertTheme, Promise<Theme | undefined>>()

/**
 * Returns a theme; undefined if its file cannot be loaded, which is tried again the next time, or if this build of the page has none of
 * this name: a creator can choose one that is newer than a page that is still open.
 */
export function loadTheme(name: AlertTheme): Promise<Theme | undefined> {
  const known = loading.get(name)
  if (known) return known
  const file = files[`./${name}/theme.ts`]
  if (!file) return Promise.resolve(undefined)
  const load = file().then(
    ({ theme }) => theme,
    () => void loading.delete(name),
  )
  loading.set(name, load)
  return load
}
