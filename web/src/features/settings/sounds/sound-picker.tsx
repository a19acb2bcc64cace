import { soundPath } from '../../../../../contract/alerts/sound-address.ts'
import type { UploadedSound } from '../../../../../contract/alerts/sound-calls.ts'
import { builtinSound } from '../../../../../contract/alerts/sounds.ts'
import type { BuiltinSound, SoundChoice } from '../../../../../contract/alerts/sounds.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Select } from '../../../ui/field.tsx'
import { ListenButton } from './listen-button.tsx'
import { UploadedSounds } from './uploaded-sounds.tsx'
import { useSounds } from './use-sounds.ts'

const names: Record<BuiltinSound, () => string> = {
  drop: m.sound_drop,
  chime: m.sound_chime,
  coin: m.sound_coin,
  marimba: m.sound_marimba,
  pop: m.sound_pop,
  fanfare: m.sound_fanfare,
}

interface SoundPickerProps {
  value: SoundChoice
  /** The volume of the listen button, in per cent. */
  volume: number
  disabled?: boolean
  onChange: (value: SoundChoice) => void
}

/**
 * Chooses one of our sounds or of the creator's own, or none, with a button to listen. New sounds are uploaded here, and chosen at
 * once.
 */
export function SoundPicker({ value, volume, disabled, onChange }: SoundPickerProps) {
  const { loaded } = useSounds()
  const uploaded = loaded.data?.uploaded
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-56">
          <Select
            label={m.sound_label()}
            value={toOption(value)}
            disabled={disabled || !uploaded}
            onChange={(event) => onChange(fromOption(event.target.value))}
            options={optionsOf(uploaded ?? [], value)}
          />
        </div>
        <ListenButton path={soundPath(value)} volume={volume} />
      </div>
      {uploaded && <UploadedSounds {...{ uploaded, value, onChange }} isDisabled={disabled ?? false} />}
    </div>
  )
}

/** The choices. A chosen sound that was deleted meanwhile is listed, so that the field does not show another one. */
function optionsOf(uploaded: UploadedSound[], value: SoundChoice): [string, string][] {
  const isGone = value?.source === 'uploaded' && uploaded.every(({ soundId }) => soundId !== value.soundId)
  return [
    ['', m.sound_none()],
    ...builtinSound.options.map((name): [string, string] => [`builtin ${name}`, names[name]()]),
    ...uploaded.map(({ soundId, name }): [string, string] => [`uploaded ${soundId}`, name]),
    ...(isGone ? [[toOption(value), m.sound_deleted()] as [string, string]] : []),
  ]
}

function toOption(value: SoundChoice): string {
  if (!value) return ''
  return value.source === 'builtin' ? `builtin ${value.name}` : `uploaded ${value.soundId}`
}

function fromOption(option: string): SoundChoice {
  const [source, id = ''] = option.split(' ')
  if (source === 'builtin') return { source, name: builtinSound.parse(id) }
  return source === 'uploaded' ? { source, soundId: id } : null
}
