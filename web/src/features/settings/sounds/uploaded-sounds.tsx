import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { deleteSound } from '../../../../../contract/alerts/sound-calls.ts'
import type { UploadedSound } from '../../../../../contract/alerts/sound-calls.ts'
import type { SoundChoice, SoundCut } from '../../../../../contract/alerts/sounds.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSoundUpload } from './use-sound-upload.ts'
import { useSounds } from './use-sounds.ts'

const kinds = '.mp3,.ogg,.oga,.opus,.wav,audio/mpeg,audio/ogg,audio/wav'

const cutTexts: Record<SoundCut, () => string> = {
  other: m.sound_cut_other,
  second: m.sound_cut_second,
  end: m.sound_cut_end,
}

interface UploadedSoundsProps {
  uploaded: UploadedSound[]
  value: SoundChoice
  isDisabled: boolean
  onChange: (value: SoundChoice) => void
}

/** The creator's own sounds, each with a button to delete it, and a button to upload one. */
export function UploadedSounds({ uploaded, value, isDisabled, onChange }: UploadedSoundsProps) {
  const { show } = useSounds()
  const [cut, setCut] = useState<SoundCut[]>([])
  const { progress, error, start } = useSoundUpload(({ soundId, cut, ...settings }) => {
    show(settings)
    setCut(cut)
    toast.success(m.sound_uploaded())
    onChange({ source: 'uploaded', soundId })
  })

  function handleChosen(file: File) {
    setCut([])
    void start(file)
  }
  return (
    <div className="flex flex-col gap-2">
      {uploaded.length > 0 && (
        <>
          <p className="text-sm font-semibold">{m.sound_own()}</p>
          <ul className="divide-y divide-line rounded-card border border-line px-4">
            {uploaded.map((sound) => (
              <SoundRow key={sound.soundId} {...{ sound, value, onChange, isDisabled }} />
            ))}
          </ul>
        </>
      )}
      <UploadButton isDisabled={isDisabled || progress !== undefined} onChosen={handleChosen} />
      {progress !== undefined && (
        <progress aria-label={m.sound_going_up()} value={progress} className="w-full" />
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-rose">
          {error}
        </p>
      )}
      {cut.length > 0 && (
        <output className="block text-sm font-medium">{cut.map((part) => cutTexts[part]()).join(' ')}</output>
      )}
      <p className="text-sm text-muted">{m.sound_upload_hint()}</p>
    </div>
  )
}

interface SoundRowProps extends Omit<UploadedSoundsProps, 'uploaded'> {
  sound: UploadedSound
}

function SoundRow({ sound: { soundId, name, durationMs }, value, isDisabled, onChange }: SoundRowProps) {
  const { show } = useSounds()
  const { isBusy, run } = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const seconds = (durationMs / 1000).toLocaleString(currentLocale(), { maximumFractionDigits: 1 })

  async function handleDelete() {
    const isDone = await run(async () => show(await call(deleteSound, { body: { soundId } })))
    setIsAsking(false)
    if (!isDone) return
    toast.success(m.sound_delete_done())
    if (value?.source === 'uploaded' && value.soundId === soundId)
      onChange({ source: 'builtin', name: 'drop' })
  }
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 grow truncate" title={name}>
        <bdi>{name}</bdi>
      </span>
      <span className="shrink-0 text-sm text-muted tabular-nums">{m.sound_seconds({ seconds })}</span>
      <IconButton
        label={m.sound_delete({ name })}
        disabled={isDisabled}
        onClick={() => setIsAsking(true)}
        className="-mr-3"
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <Dialog
        title={m.sound_delete_title({ name })}
        description={m.sound_delete_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-col gap-2">
          <Button kind="danger" isBusy={isBusy} onClick={() => void handleDelete()}>
            {m.sound_delete_confirm()}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{m.action_cancel()}</Button>
        </div>
      </Dialog>
    </li>
  )
}

interface UploadButtonProps {
  isDisabled: boolean
  onChosen: (file: File) => void
}

/** The browser's file input, styled as a button. */
function UploadButton({ isDisabled, onChosen }: UploadButtonProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 self-start rounded-full border border-line bg-card px-5 font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet hover:border-ink/30">
      <Upload aria-hidden className="size-4" />
      {m.sound_upload()}
      <input
        type="file"
        accept={kinds}
        className="sr-only"
        disabled={isDisabled}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChosen(file)
          event.target.value = '' // otherwise choosing the same file again would cause no event
        }}
      />
    </label>
  )
}
