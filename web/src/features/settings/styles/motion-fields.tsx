import { alertMotion } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertLook, AlertMotion } from '../../../../../contract/alerts/alert-style.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Select } from '../../../ui/field.tsx'
import type { StyleEditor } from './use-style-editor.ts'

/** How alerts come and go: as their theme does, or in a way that the creator chooses. */
export function MotionFields({ look, setLook }: Pick<StyleEditor, 'look' | 'setLook'>) {
  const fields = [
    ['entrance', m.style_entrance(), m.style_entrance_name],
    ['exit', m.style_exit(), m.style_exit_name],
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(([field, label, nameOf]) => (
        <MotionChoice
          key={field}
          label={label}
          nameOf={nameOf}
          value={look[field]}
          onChange={(motion) => setLook({ [field]: motion })}
        />
      ))}
    </div>
  )
}

interface MotionChoiceProps {
  label: string
  nameOf: (input: { motion: AlertMotion }) => string
  value: AlertLook['entrance']
  onChange: (motion: AlertLook['entrance']) => void
}

function MotionChoice({ label, nameOf, value, onChange }: MotionChoiceProps) {
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={(event) =>
        onChange(event.target.value === '' ? undefined : alertMotion.parse(event.target.value))
      }
      options={[
        ['', m.style_motion_theme()],
        ...alertMotion.options.map((motion) => [motion, nameOf({ motion })] as const),
      ]}
    />
  )
}
