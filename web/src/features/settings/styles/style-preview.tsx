import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { previewPath, previewReport } from '../../../../../contract/alert-preview.ts'
import type { ShowInPreview } from '../../../../../contract/alert-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Segments } from './segments.tsx'
import './style-preview.css'

/** The size of the picture for which the overlay is made, and in which the frame lays it out. */
const size = { width: 1280, height: 720 }

const grounds = ['game', 'light', 'dark'] as const
type Ground = (typeof grounds)[number]

type Shown = Omit<ShowInPreview, 'type' | 'isPlaying'>

/** The overlay itself in a frame, over a ground, with an alert of the look. Every change is sent to it at once. */
export function StylePreview(shown: Shown) {
  const [ground, setGround] = useState<Ground>('game')
  const { box, frame, scale, isPlaying, play } = usePreview(shown)
  const texts: Record<Ground, string> = {
    game: m.style_ground_game(),
    light: m.style_ground_light(),
    dark: m.style_ground_dark(),
  }
  return (
    <div className="flex flex-col gap-3">
      <div ref={box} className={`style-ground style-ground-${ground} rounded-card border border-line`}>
        <iframe
          ref={frame}
          title={m.style_preview()}
          src={previewPath}
          tabIndex={-1}
          width={size.width}
          height={size.height}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label={m.style_ground()}
          value={ground}
          options={grounds.map((each) => [each, texts[each]] as const)}
          onChange={setGround}
        />
        <Button onClick={play} disabled={isPlaying}>
          <Play aria-hidden className="size-4" />
          {m.style_play()}
        </Button>
      </div>
    </div>
  )
}

/** Sends the frame what to show: whenever that changes, and once the frame is ready. */
function usePreview({ look, variation, alert, pageUrl }: Shown) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const { box, scale } = useScale()

  useEffect(() => {
    function handleMessage({ origin, source, data }: MessageEvent<unknown>) {
      if (origin !== location.origin || !source || source !== frame.current?.contentWindow) return
      const report = previewReport.safeParse(data)
      if (!report.success) return
      if (report.data.type === 'ready') setIsReady(true)
      else setIsPlaying(false)
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [])

  useEffect(() => {
    if (!isReady) return
    const named = variation === undefined ? {} : { variation }
    const message: ShowInPreview = { type: 'show', look, alert, pageUrl, isPlaying, ...named }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, isPlaying, look, variation, alert, pageUrl])

  return { box, frame, scale, isPlaying, play: () => setIsPlaying(true) }
}

/** Returns how much smaller than the overlay its frame is. */
function useScale() {
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(entry.contentRect.width / size.width)
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale }
}
