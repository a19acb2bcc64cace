import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { CropDialog } from './crop-dialog.tsx'
import type { ChosenPicture } from './crop-dialog.tsx'
import { pictureShapes } from '../../../contract/pages/pictures.ts'

const kinds = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

interface PicturePickerProps {
  label: string
  kind: keyof typeof pictureShapes
  /** The uploaded share from 0 to 1 while an upload is in progress. */
  progress: number | undefined
  error: string | undefined
  onPicked: (file: Blob) => void
  /** The current picture. */
  children: ReactNode
}

/** A drop zone and button to choose a picture, which is then cropped. */
export function PicturePicker({ label, kind, progress, error, onPicked, children }: PicturePickerProps) {
  const { ratio, widths } = pictureShapes[kind]
  const { chosen, refusal, choose, clear } = useChosenPicture()
  const note = refusal ?? error
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void choose(event.dataTransfer.files[0])
      }}
      className="flex w-full flex-col items-center gap-4 rounded-card border border-dashed border-field p-4"
    >
      {children}
      <ChooseButton label={label} isBusy={progress !== undefined} onChosen={(file) => void choose(file)} />
      <p className="text-center text-sm text-muted">{m.picture_hint()}</p>
      {progress !== undefined && (
        <progress aria-label={m.picture_going_up()} value={progress} className="w-full" />
      )}
      {note && (
        <p role="alert" className="text-sm font-medium text-rose">
          {note}
        </p>
      )}
      {chosen && (
        <CropDialog
          picture={chosen}
          ratio={ratio}
          maxWidth={Math.max(...widths)}
          onClose={clear}
          onCropped={(file) => {
            clear()
            onPicked(file)
          }}
        />
      )}
    </div>
  )
}

interface ChooseButtonProps {
  label: string
  isBusy: boolean
  onChosen: (file: File | undefined) => void
}

/** The browser's file input, styled as a button. */
function ChooseButton({ label, isBusy, onChosen }: ChooseButtonProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line bg-card px-5 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet hover:border-ink/30">
      <ImageUp aria-hidden className="size-4" />
      {label}
      <input
        type="file"
        accept={kinds.join(',')}
        className="sr-only"
        disabled={isBusy}
        onChange={(event) => {
          onChosen(event.target.files?.[0])
          event.target.value = '' // otherwise choosing the same file again would cause no event
        }}
      />
    </label>
  )
}

/** Returns the chosen picture while it is cropped, or the reason why the file was refused. */
function useChosenPicture() {
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [refusal, setRefusal] = useState<string>()

  async function choose(file: File | undefined) {
    if (!file) return
    setRefusal(undefined)
    // photos that some apps hand over have no kind
    if (!['', 'application/octet-stream', ...kinds].includes(file.type))
      return setRefusal(m.error_picture_refused())
    const bitmap = await createImageBitmap(file).catch(() => undefined)
    if (!bitmap) return setRefusal(m.error_picture_damaged())
    setChosen({ bitmap, url: URL.createObjectURL(file) })
  }

  function clear() {
    if (chosen) URL.revokeObjectURL(chosen.url)
    chosen?.bitmap.close()
    setChosen(undefined)
  }
  return { chosen, refusal, choose, clear }
}
