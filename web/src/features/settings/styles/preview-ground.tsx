import { useEffect, useRef, useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Segments } from './segments.tsx'
import './preview-ground.css'

/** The size of the picture that overlays are made for. Frames lay them out in it. */
export const pictureSize = { width: 1280, height: 720 }

/** The width of the part of the picture that widgets are in, at its lower left: enough for the largest look. */
export const widgetsWidth = 680
/** Puts a frame at the lower left of the box that shows that part. */
export const atLowerLeft = { top: 'auto', bottom: 0, transformOrigin: '0 100%' }

export const grounds = ['game', 'light', 'dark'] as const
export type Ground = (typeof grounds)[number]

export const groundTexts: Record<Ground, () => string> = {
  game: m.style_ground_game,
  light: m.style_ground_light,
  dark: m.style_ground_dark,
}

/** The choice of what is below a preview; the element of the class `style-ground-…` has it. */
export function GroundChoice({ value, onChange }: { value: Ground; onChange: (ground: Ground) => void }) {
  return (
    <Segments
      label={m.style_ground()}
      value={value}
      options={grounds.map((each) => [each, groundTexts[each]()] as const)}
      onChange={onChange}
    />
  )
}

/** Returns how much smaller than `width` pixels of the picture the box is that shows them. */
export function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(entry.contentRect.width / width)
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [width])
  return { box, scale }
}
