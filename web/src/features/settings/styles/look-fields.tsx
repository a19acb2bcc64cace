import { clsx } from 'clsx'
import { useId } from 'react'
import { alertPlace, durationLimits, longestLimits } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertLook, AlertPlace } from '../../../../../contract/alerts/alert-style.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { LetteringFields } from './lettering-fields.tsx'
import { MotionFields } from './motion-fields.tsx'
import { Range } from './range.tsx'
import { Segments } from './segments.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { inTheme } from './use-style-editor.ts'
import type { StyleEditor } from './use-style-editor.ts'

type Editor = Pick<StyleEditor, 'look' | 'setLook'>

/** The design of a look: theme, place, size, font and colours. */
export function LookFields({ look, setLook }: Editor) {
  return (
    <>
      <ThemeChoice value={look.theme} onChange={(theme) => setLook(inTheme(look, theme), 'theme')} />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <PlaceChoice value={look.place} onChange={(place) => setLook({ place })} />
        <div className="flex flex-col items-start gap-4">
          <Choice label={m.style_size()}>
            <Segments
              label={m.style_size()}
              value={look.size}
              options={[
                ['small', m.style_size_small()],
                ['medium', m.style_size_medium()],
                ['large', m.style_size_large()],
              ]}
              onChange={(size) => setLook({ size })}
            />
          </Choice>
          <Choice label={m.style_font()}>
            <Segments
              label={m.style_font()}
              value={look.font}
              options={[
                ['bricolage', 'Bricolage'],
                ['figtree', 'Figtree'],
              ]}
              onChange={(font) => setLook({ font })}
            />
          </Choice>
        </div>
      </div>
      <ColorFields look={look} setLook={setLook} />
      <LetteringFields look={look} setLook={setLook} />
      <MotionFields look={look} setLook={setLook} />
      <DurationFields look={look} setLook={setLook} />
      <ShownFields look={look} setLook={setLook} />
    </>
  )
}

/** What an alert shows beside its words, and when its theme celebrates. */
function ShownFields({ look, setLook }: Editor) {
  return (
    <div>
      <SwitchRow
        label={m.style_shows_message()}
        checked={look.showsMessage}
        onChange={(showsMessage) => setLook({ showsMessage })}
      />
      <SwitchRow
        label={m.style_shows_goal()}
        checked={look.showsGoal}
        onChange={(showsGoal) => setLook({ showsGoal })}
      />
      <SwitchRow
        label={m.style_celebrates()}
        hint={m.style_celebrates_hint()}
        checked={look.celebrates !== false}
        onChange={(celebrates) => setLook({ celebrates })}
      />
      {look.celebrates !== false && (
        <SwitchRow
          label={m.style_celebrates_all()}
          hint={m.style_celebrates_all_hint()}
          checked={look.celebrates === 'all'}
          onChange={(isAll) => setLook({ celebrates: isAll ? 'all' : true })}
        />
      )}
    </div>
  )
}

/** A visible label of choices that have their own for screen readers. */
function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      {children}
    </div>
  )
}

interface ChoiceProps<V> {
  value: V
  onChange: (value: V) => void
}

const placeTexts: Record<AlertPlace, () => string> = {
  'top-left': m.style_place_top_left,
  top: m.style_place_top,
  'top-right': m.style_place_top_right,
  left: m.style_place_left,
  center: m.style_place_center,
  right: m.style_place_right,
  'bottom-left': m.style_place_bottom_left,
  bottom: m.style_place_bottom,
  'bottom-right': m.style_place_bottom_right,
}

/** Nine places in a picture of the screen. */
function PlaceChoice({ value, onChange }: ChoiceProps<AlertPlace>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{m.style_place()}</legend>
      <div className="grid aspect-video w-full max-w-56 grid-cols-3 gap-1 rounded-card border border-field bg-sunken p-1.5">
        {alertPlace.options.map((place) => (
          <label
            key={place}
            title={placeTexts[place]()}
            className={clsx(
              'relative grid min-h-8 cursor-pointer place-items-center rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-violet forced-colors:border',
              place === value ? 'bg-coral forced-colors:bg-[Highlight]' : 'bg-ink/8 hover:bg-ink/15',
            )}
          >
            <span className="sr-only">{placeTexts[place]()}</span>
            <input
              type="radio"
              name={name}
              value={place}
              checked={place === value}
              onChange={() => onChange(place)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="mt-1.5 text-sm text-muted">
        {placeTexts[value]()}
      </p>
    </fieldset>
  )
}

const colorTexts: Record<keyof AlertLook['colors'], () => string> = {
  text: m.style_color_text,
  accent: m.style_color_accent,
  fill: m.style_color_fill,
  ground: m.style_color_ground,
}

function ColorFields({ look: { colors }, setLook }: Editor) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{m.style_colors()}</legend>
      <div className="grid max-w-sm grid-cols-2 gap-3">
        {Object.entries(colorTexts).map(([key, text]) => (
          <label key={key} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="color"
              value={colors[key as keyof typeof colors]}
              onChange={(event) =>
                setLook({ colors: { ...colors, [key]: event.target.value } }, `color ${key}`)
              }
              className="size-11 shrink-0 cursor-pointer rounded-sm border border-field bg-card p-0.5"
            />
            {text()}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** How long an alert stays, and how long at most with a long message. */
function DurationFields({ look: { durationMs, longestMs }, setLook }: Editor) {
  return (
    <>
      <TimeField
        label={m.style_duration()}
        hint={m.style_duration_hint()}
        limits={durationLimits}
        value={durationMs}
        onChange={(value) => setLook({ durationMs: value })}
      />
      <TimeField
        label={m.style_longest()}
        hint={m.style_longest_hint()}
        limits={{ min: durationMs, max: longestLimits.max }}
        value={Math.max(durationMs, longestMs ?? longestLimits.standard)}
        onChange={(value) => setLook({ longestMs: value })}
      />
    </>
  )
}

interface TimeFieldProps extends ChoiceProps<number> {
  label: string
  hint: string
  limits: { min: number; max: number }
}

/** A time in milliseconds, in steps of half a second. */
function TimeField({ label, hint, limits, value, onChange }: TimeFieldProps) {
  return (
    <Range
      label={label}
      text={m.style_seconds({ seconds: value / 1000 })}
      hint={hint}
      {...limits}
      step={500}
      value={value}
      onChange={onChange}
    />
  )
}
