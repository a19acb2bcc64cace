import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { grounds, groundTexts } from '../styles/preview-ground.tsx'
import type { Ground } from '../styles/preview-ground.tsx'
import { Segments } from '../styles/segments.tsx'

/** What is below the canvas: a ground, or the creator's screenshot over it. */
export interface Backdrop {
  ground: Ground
  /** The address of the screenshot in this browser. It is never sent anywhere. */
  picture: string | undefined
}

/** The backdrop and its changes. A screenshot stays until another ground is chosen or the studio is left. */
export function useBackdrop() {
  const [ground, setGround] = useState<Ground>('game')
  const [picture, setPicture] = useState<string>()
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])
  return {
    ground,
    picture,
    chooseGround(next: Ground) {
      setGround(next)
      setPicture(undefined)
    },
    async takeFile(file: File) {
      if (await canShow(file)) setPicture(URL.createObjectURL(file))
      else toast.error(m.studio_picture_refused())
    },
  }
}

/** Returns whether the browser can show a file as a picture. */
async function canShow(file: File): Promise<boolean> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

type BackdropChoiceProps = ReturnType<typeof useBackdrop>

/** The choice of the backdrop. */
export function BackdropChoice({ ground, picture, chooseGround, takeFile }: BackdropChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments
        label={m.style_ground()}
        value={picture ? 'picture' : ground}
        options={[
          ...grounds.map((each) => [each, groundTexts[each]()] as const),
          ...(picture ? [['picture', m.studio_picture()] as const] : []),
        ]}
        onChange={(next) => next !== 'picture' && chooseGround(next)}
      />
      <Button size="small" kind="quiet" onClick={() => input.current?.click()}>
        <ImageUp aria-hidden className="size-4" />
        <span>{picture ? m.studio_picture_other() : m.studio_picture_choose()}</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={m.studio_picture_choose()}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void takeFile(file)
          event.target.value = '' // otherwise choosing the same file again would cause no event
        }}
      />
    </div>
  )
}
