import { alertTheme } from '../../../../../contract/alerts/alert-style.ts'
import { alertThemes } from '../../../../../contract/alerts/alert-themes.ts'
import type { AlertTheme } from '../../../../../contract/alerts/alert-themes.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { ChoiceCard } from '../../../ui/choice-card.tsx'

interface ThemeChoiceProps {
  value: AlertTheme
  onChange: (theme: AlertTheme) => void
}

/** The themes, each with a small picture in its colours. */
export function ThemeChoice({ value, onChange }: ThemeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{m.style_theme()}</legend>
      <div className="grid gap-2">
        {alertTheme.options.map((theme) => (
          <ChoiceCard
            key={theme}
            name="theme"
            value={theme}
            label={m.style_theme_name({ theme })}
            hint={m.style_theme_hint({ theme })}
            icon={<ThemePicture theme={theme} />}
            checked={theme === value}
            onChoose={() => onChange(theme)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** An alert in miniature: its drawing and two lines of words on its ground. */
function ThemePicture({ theme }: { theme: AlertTheme }) {
  const { text, accent, fill, ground } = alertThemes[theme].colors
  return (
    <svg viewBox="0 0 48 32" aria-hidden className="h-8 w-12 shrink-0 forced-color-adjust-none">
      <rect width="48" height="32" rx="6" fill={ground} />
      <circle cx="13" cy="16" r="7" fill={fill} />
      <rect x="25" y="10" width="17" height="4.5" rx="2" fill={accent} />
      <rect x="25" y="18" width="12" height="4" rx="2" fill={text} />
    </svg>
  )
}
