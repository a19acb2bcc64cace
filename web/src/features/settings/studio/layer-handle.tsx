import { clsx } from 'clsx'
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { maxPlace } from '../../../../../contract/alerts/scene.ts'
import type { LayerBox } from '../../../../../contract/alerts/scene-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { layerName } from './layer-names.ts'
import { layerOf, moveBy, snap } from './scene-edits.ts'
import type { Studio } from './use-studio.ts'

interface LayerHandleProps {
  box: LayerBox
  /** The size of the picture, and how much smaller the canvas shows it. */
  size: { width: number; height: number }
  scale: number
  studio: Studio
  isChosen: boolean
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** How far the pointer may move before a press becomes a drag, in pixels of the screen. */
const minDrag = 3

/** Chooses, moves and scales a layer: by a pointer, and by the keys. */
export function LayerHandle({ box, size, scale, studio, isChosen }: LayerHandleProps) {
  const { kind } = box
  const layer = layerOf(studio.scene, kind)
  const move = useDrag((right, down, drag, isFree) => {
    const to = moveBy(drag.layer, drag.box.free, right / scale, down / scale)
    studio.edit(kind, isFree ? to : snap(to, drag.box.free), `drag ${drag.id}`, drag.at)
  })
  const isAtRight = layer.x > maxPlace / 2
  const resize = useDrag((right, _, drag) => {
    // The point of the layer at its place stays, so both edges move.
    const part = isAtRight ? -drag.layer.x / maxPlace : 1 - drag.layer.x / maxPlace
    const width = drag.box.width + right / scale / part
    studio.edit(kind, { scale: (drag.layer.scale * width) / drag.box.width }, `size ${drag.id}`, drag.at)
  })
  const begin = (drag: ReturnType<typeof useDrag>) => (event: PointerEvent) => {
    studio.choose(kind)
    drag.begin(event, { layer, box })
  }
  return (
    <div
      className={clsx('absolute', isChosen && 'z-10')}
      style={{
        left: percent(box.left, size.width),
        top: percent(box.top, size.height),
        width: percent(box.width, size.width),
        height: percent(box.height, size.height),
      }}
    >
      <button
        type="button"
        aria-label={layerName(kind)}
        aria-pressed={isChosen}
        aria-describedby="studio-keys"
        onClick={() => studio.choose(kind)}
        onKeyDown={(event) => handleKeys(event, { studio, box })}
        onPointerDown={begin(move)}
        {...move.handlers}
        className={clsx(
          'absolute inset-0 cursor-move rounded-sm border-2 focus-visible:outline-3 focus-visible:-outline-offset-2 focus-visible:outline-violet',
          isChosen
            ? 'touch-none border-coral shadow-[0_0_0_1px_white] forced-colors:border-[Highlight]'
            : 'border-dashed border-white/60 shadow-[0_0_0_1px_rgb(0_0_0/0.35)] hover:border-coral',
        )}
      />
      {isChosen && (
        <span
          title={m.studio_resize()}
          onPointerDown={begin(resize)}
          {...resize.handlers}
          className={clsx(
            'absolute -bottom-2.5 size-5 touch-none rounded-full border-2 border-coral bg-white before:absolute before:-inset-3',
            isAtRight ? '-left-2.5 cursor-nesw-resize' : '-right-2.5 cursor-nwse-resize',
          )}
        />
      )}
    </div>
  )
}

interface Drag {
  layer: ReturnType<typeof layerOf>
  box: LayerBox
  /** The pointer's position at the beginning, in pixels of the screen; and the drag's number and time, which make it one step. */
  from: { x: number; y: number }
  id: number
  at: number
  hasMoved: boolean
}

/** Calls a function with how far the pointer was dragged since it was pressed; `isFree` while Alt is held. */
function useDrag(onDrag: (right: number, down: number, drag: Drag, isFree: boolean) => void) {
  const drag = useRef<Drag>(undefined)
  const end = () => (drag.current = undefined)
  return {
    begin(event: PointerEvent, { layer, box }: Pick<Drag, 'layer' | 'box'>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = Date.now()
      const from = { x: event.clientX, y: event.clientY }
      drag.current = { layer, box, from, id: at, at, hasMoved: false }
    },
    handlers: {
      onPointerMove(event: PointerEvent) {
        const now = drag.current
        if (!now) return
        const [right, down] = [event.clientX - now.from.x, event.clientY - now.from.y]
        now.hasMoved ||= Math.hypot(right, down) >= minDrag
        if (now.hasMoved) onDrag(right, down, now, event.altKey)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const zooms: Record<string, number> = { '+': 5, '=': 5, '-': -5 }

/** Arrow keys move by a pixel of the picture, with Shift by ten; plus and minus scale. */
function handleKeys(event: KeyboardEvent, { studio, box }: Pick<LayerHandleProps, 'studio' | 'box'>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const layer = layerOf(studio.scene, box.kind)
  const [arrow, zoom] = [arrows[event.key], zooms[event.key]]
  if (!arrow && zoom === undefined) return
  event.preventDefault()
  studio.choose(box.kind)
  const pixels = event.shiftKey ? 10 : 1
  if (arrow) studio.edit(box.kind, moveBy(layer, box.free, arrow[0] * pixels, arrow[1] * pixels), 'keys')
  else if (zoom) studio.edit(box.kind, { scale: layer.scale + zoom }, 'zoom')
}
