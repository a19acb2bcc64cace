import {
  maxOutlineWidth,
  textMotion,
  textParts,
  textSizeLimits,
} from '../../../../../contract/alerts/lettering.ts'
import type { TextPart, TextSetting } from '../../../../../contract/alerts/lettering.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Select } from '../../../ui/field.tsx'
import { Folded } from '../../../ui/folded.tsx'
import { Range } from './range.tsx'
import type { StyleEditor } from './use-style-editor.ts'

const partTexts: Record<TextPart, () => string> = {
  headline: m.style_headline,
  line: m.style_line,
  message: m.style_message,
}

/** The widths of an outline that can be chosen, in hundredths of the type's size. */
const outlines = { none: 0, thin: 6, medium: 12, thick: maxOutlineWidth } as const
type Outline = keyof typeof outlines

/** The size, the outline and the motion of each text, which are those of the theme until the creator chooses others. */
export function LetteringFields({
  look: { lettering = {}, colors },
  setLook,
}: Pick<StyleEditor, 'look' | 'setLook'>) {
  return (
    <Folded title={m.style_lettering()} contents={m.style_lettering_contents()}>
      {textParts.map((part) => (
        <TextFieldset
          key={part}
          name={partTexts[part]()}
          value={lettering[part] ?? {}}
          outlineColor={colors.ground}
          onChange={(edit) =>
            setLook(
              { lettering: { ...lettering, [part]: { ...lettering[part], ...edit } } },
              `lettering ${part} ${Object.keys(edit).join()}`,
            )
          }
        />
      ))}
    </Folded>
  )
}

interface TextFieldsetProps {
  name: string
  value: TextSetting
  /** The colour that an outline has at first. */
  outlineColor: string
  onChange: (edit: TextSetting) => void
}

function TextFieldset({ name, value, outlineColor, onChange }: TextFieldsetProps) {
  const { size = 100, outline, motion } = value
  return (
    <fieldset className="grid gap-3 rounded-card bg-sunken p-4">
      <legend className="float-left mb-1 font-semibold">{name}</legend>
      <Range
        label={m.style_size()}
        text={m.style_percent({ percent: size })}
        min={textSizeLimits.min}
        max={textSizeLimits.max}
        step={5}
        value={size}
        onChange={(next) => onChange({ size: next })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <Select
          label={m.style_text_motion()}
          value={motion ?? ''}
          onChange={(event) =>
            onChange({ motion: event.target.value === '' ? undefined : textMotion.parse(event.target.value) })
          }
          options={[
            ['', m.style_motion_theme()],
            ...textMotion.options.map((each) => [each, m.style_text_motion_name({ motion: each })] as const),
          ]}
        />
        <OutlineFields
          value={outline}
          firstColor={outlineColor}
          onChange={(next) => onChange({ outline: next })}
        />
      </div>
    </fieldset>
  )
}

interface OutlineFieldsProps {
  value: TextSetting['outline']
  firstColor: string
  onChange: (outline: TextSetting['outline']) => void
}

/** How wide an outline is, and its colour if there is one. */
function OutlineFields({ value, firstColor, onChange }: OutlineFieldsProps) {
  const names = Object.keys(outlines) as Outline[]
  const chosen = value && (names.find((name) => outlines[name] === value.width) ?? 'medium')
  return (
    <div className="grid content-start gap-3">
      <Select
        label={m.style_outline()}
        value={chosen ?? ''}
        onChange={(event) => {
          const width = outlines[event.target.value as Outline] as number | undefined
          onChange(width === undefined ? undefined : { color: firstColor, ...value, width })
        }}
        options={[
          ['', m.style_motion_theme()],
          ...names.map((name) => [name, m.style_outline_name({ width: name })] as const),
        ]}
      />
      {value && value.width > 0 && (
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="color"
            value={value.color}
            onChange={(event) => onChange({ ...value, color: event.target.value })}
            className="size-11 shrink-0 cursor-pointer rounded-sm border border-field bg-card p-0.5"
          />
          {m.style_outline_color()}
        </label>
      )}
    </div>
  )
}
