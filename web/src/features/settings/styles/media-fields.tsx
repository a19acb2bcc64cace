import { ImageUp, Trash2 } from 'lucide-react'
import {
  deleteAlertPicture,
  getAlertPictures,
  uploadAlertPicture,
} from '../../../../../contract/alerts/alert-style-calls.ts'
import type { AlertPicture } from '../../../../../contract/alerts/alert-style-calls.ts'
import { isVideo } from '../../../../../contract/pages/picture-formats.ts'
import { maxPictureBytes } from '../../../../../contract/pages/pictures.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useUpload } from '../../../lib/calls/upload.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { SoundPicker } from '../sounds/sound-picker.tsx'
import { VolumeField } from '../sounds/volume-field.tsx'
import type { StyleEditor } from './use-style-editor.ts'

type Editor = Pick<StyleEditor, 'look' | 'setLook'>

/** The picture of a look: the theme's drawing, or one that the creator has uploaded. */
export function PictureField({ look: { picture }, setLook }: Editor) {
  const { data, setData } = useCall(getAlertPictures, {}, { errorsTo: 'log' })
  const { isBusy, run } = useAction()
  const { progress, error, start } = useUpload(uploadAlertPicture, {}, ({ url, pictures }) => {
    setData(() => ({ pictures }))
    setLook({ picture: url })
    toast.success(m.style_picture_uploaded())
  })

  async function handleDelete(url: string) {
    const deleting = run(async () => {
      const left = await call(deleteAlertPicture, { body: { url } })
      setData(() => left)
    })
    if (await deleting) toast.success(m.style_picture_deleted())
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{m.style_picture()}</legend>
      <ul className="flex flex-wrap gap-2">
        <PictureChoice
          label={m.style_picture_none()}
          isChosen={picture === null}
          onChoose={() => setLook({ picture: null })}
        >
          <span className="px-1 text-center text-xs font-semibold text-muted">{m.style_picture_none()}</span>
        </PictureChoice>
        {(data?.pictures ?? []).map((each, i) => (
          <OwnPicture
            key={each.url}
            picture={each}
            number={i + 1}
            isChosen={each.url === picture}
            isBusy={isBusy}
            onChoose={() => setLook({ picture: each.url })}
            onDelete={() => void handleDelete(each.url)}
          />
        ))}
        <UploadButton isBusy={progress !== undefined} onChosen={(file) => void start(file)} />
      </ul>
      {progress !== undefined && (
        <progress aria-label={m.picture_going_up()} value={progress} className="mt-2 w-full" />
      )}
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-rose">
          {error}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">{m.style_picture_hint()}</p>
    </fieldset>
  )
}

interface PictureChoiceProps {
  label: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}

function PictureChoice({ label, isChosen, onChoose, children }: PictureChoiceProps) {
  return (
    <li>
      <label className="relative grid size-22 cursor-pointer place-items-center overflow-hidden rounded-card border-2 border-line bg-sunken has-checked:border-coral forced-colors:has-checked:border-[Highlight] has-focus-visible:outline-3 has-focus-visible:outline-violet">
        {children}
        <input
          type="radio"
          name="alert-picture"
          aria-label={label}
          checked={isChosen}
          onChange={onChoose}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </li>
  )
}

interface OwnPictureProps {
  picture: AlertPicture
  number: number
  isChosen: boolean
  isBusy: boolean
  onChoose: () => void
  onDelete: () => void
}

function OwnPicture({ picture: { url }, number, isChosen, isBusy, onChoose, onDelete }: OwnPictureProps) {
  const label = m.style_picture_own({ number })
  return (
    <>
      <PictureChoice label={label} isChosen={isChosen} onChoose={onChoose}>
        <Thumbnail url={url} />
      </PictureChoice>
      {!isChosen && (
        <li className="-ml-4 self-start">
          <IconButton label={m.style_picture_delete({ number })} disabled={isBusy} onClick={onDelete}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </li>
      )}
    </>
  )
}

function Thumbnail({ url }: { url: string }) {
  const className = 'size-full object-contain'
  if (!isVideo(url)) return <img src={url} alt="" className={className} />
  return <video src={url} aria-hidden muted loop autoPlay playsInline className={className} />
}

function UploadButton({ isBusy, onChosen }: { isBusy: boolean; onChosen: (file: File) => void }) {
  function handleFile(file: File | undefined) {
    if (!file) return
    // The server checks as well, but this saves the upload.
    if (file.size > maxPictureBytes)
      return toast.error(m.error_picture_large({ megabytes: maxPictureBytes / 1024 ** 2 }))
    onChosen(file)
  }
  return (
    <li>
      <label className="relative grid size-22 cursor-pointer place-items-center gap-1 rounded-card border border-dashed border-field p-1 text-center text-xs font-semibold has-focus-visible:outline-3 has-focus-visible:outline-violet hover:border-ink/40">
        <ImageUp aria-hidden className="size-5" />
        {m.style_picture_upload()}
        <input
          type="file"
          accept="image/jpeg,image/png,image/apng,image/webp,image/gif,video/webm"
          className="sr-only"
          disabled={isBusy}
          onChange={(event) => {
            handleFile(event.target.files?.[0])
            event.target.value = '' // otherwise choosing the same file again would cause no event
          }}
        />
      </label>
    </li>
  )
}

/** Whether a look plays a sound of its own instead of that of all alerts, and which. */
export function SoundField({ look: { sound }, setLook }: Editor) {
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <SwitchRow
        label={m.style_own_sound()}
        hint={m.style_own_sound_hint()}
        checked={sound !== null}
        onChange={(isOwn) =>
          setLook({ sound: isOwn ? { sound: { source: 'builtin', name: 'chime' }, volume: 100 } : null })
        }
      />
      {sound && (
        <>
          <SoundPicker
            value={sound.sound}
            volume={sound.volume}
            onChange={(chosen) => setLook({ sound: { ...sound, sound: chosen } })}
          />
          <VolumeField
            label={m.sound_volume()}
            value={sound.volume}
            disabled={!sound.sound}
            onChange={(volume) => setLook({ sound: { ...sound, volume } }, 'volume')}
          />
        </>
      )}
    </div>
  )
}
