import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useTheme } from '../../lib/theme.ts'

/** Turns the page to the other theme; until it is used, the visitor's system decides. */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  const systemIsDark = useSystemIsDark()
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark)
  const label = isDark ? m.theme_to_light() : m.theme_to_dark()
  const Icon = isDark ? Sun : Moon
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded-full hover:bg-ink/6"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

const query = '(prefers-color-scheme: dark)'

function useSystemIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false, // in the page as it was built; the browser knows better a moment later
  )
}
