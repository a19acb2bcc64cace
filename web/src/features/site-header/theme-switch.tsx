import { Moon, Sun } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useMediaQuery } from '../../lib/media-query.ts'
import { useTheme } from '../../lib/theme.ts'

/** Switches between the light and the dark theme. Until it is used, the system's theme applies. */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
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
