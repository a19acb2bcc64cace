import { useState } from 'react'
import type { PointerEvent } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { centred, cropOf, drawCrop, maxZoom, dragFraming } from '../lib/forms/crop.ts'
import type { Framing } from '../lib/forms/crop.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A chosen picture: the bitmap to crop, and an address to preview it. */
export interface ChosenPicture {
  bitmap: ImageBitmap
  url: string
}

interface CropDialogProps {
  picture: ChosenPicture
  /** Width divided by height of the frame. */
  ratio: number
  maxWidth: number
  onCropped: (file: Blob) => void
  onClose: () => void
}

const sliders = [
  { name: 'zoom', label: m.crop_zoom, min: 1, max: maxZoom },
  { name: 'x', label: m.crop_across, min: 0, max: 1 },
  { name: 'y', label: m.crop_down, min: 0, max: 1 },
] as const

/** Crops a picture to its frame by dragging it or with three sliders. */
export function CropDialog({ picture, ratio, maxWidth, onCropped, onClose }: CropDialogProps) {
  const [framing, setFraming] = useState<Framing>(centred)
  const { bitmap } = picture

  async function handleSave() {
    const file = await drawCrop(bitmap, cropOf(bitmap, ratio, framing), maxWidth)
    if (file) onCropped(file)
  }
  return (
    <Dialog title={m.crop_title()} description={m.crop_text()} isOpen onClose={onClose}>
      <Frame picture={picture} ratio={ratio} framing={framing} onDragged={setFraming} />
      <div className="mt-5 grid gap-3">
        {sliders.map(({ name, label, min, max }) => (
          <Slider
            key={name}
            {...{ label: label(), min, max, value: framing[name] }}
            onChange={(value) => setFraming({ ...framing, [name]: value })}
          />
        ))}
        <Button kind="primary" size="large" className="mt-2" onClick={() => void handleSave()}>
          {m.crop_save()}
        </Button>
      </div>
    </Dialog>
  )
}

interface FrameProps {
  picture: ChosenPicture
  ratio: number
  framing: Framing
  onDragged: (framing: Framing) => void
}

function Frame({ picture: { bitmap, url }, ratio, framing, onDragged }: FrameProps) {
  const rect = cropOf(bitmap, ratio, framing)
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

  function handleMove(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    onDragged(
      dragFraming(bitmap, ratio, framing, { x: event.movementX / width, y: event.movementY / height }),
    )
  }
  return (
    <div
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      style={{ aspectRatio: ratio }}
      className="relative mx-auto w-full max-w-80 cursor-move touch-none overflow-hidden rounded-card bg-sunken select-none"
    >
      <img
        src={url}
        alt=""
        draggable={false}
        className="absolute max-w-none"
        style={{
          width: percent(bitmap.width, rect.width),
          left: percent(-rect.left, rect.width),
          top: percent(-rect.top, rect.height),
        }}
      />
    </div>
  )
}

interface SliderProps {
  label: string
  min: number
  max: number
  value: number
  onChange: (value: number) => void
}

function Slider({ label, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid grid-cols-[7rem_1fr] items-center gap-3 text-sm font-semibold">
      {label}
      <input
        type="range"
        {...{ min, max, value }}
        step={(max - min) / 50}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full"
      />
    </label>
  )
}
