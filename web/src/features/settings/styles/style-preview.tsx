import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { previewPath, previewReport } from '../../../../../contract/alert-preview.ts'
import type { ShowInPreview } from '../../../../../contract/alert-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { GroundChoice, pictureSize, useScale } from './preview-ground.tsx'
import type { Ground } from './preview-ground.tsx'

type Shown = Omit<ShowInPreview, 'type' | 'isPlaying'>

/** The overlay itself in a frame, over a ground, with an alert of the look. Every change is sent to it at once. */
export function StylePreview(shown: Shown) {
  const [ground, setGround] = useState<Ground>('game')
  const { box, frame, scale, isPlaying, play } = usePreview(shown)
  return (
    <div className="flex flex-col gap-3">
      <div ref={box} className={`style-ground style-ground-${ground} rounded-card border border-line`}>
        <iframe
          ref={frame}
          title={m.style_preview()}
          src={previewPath}
          tabIndex={-1}
          {...pictureSize}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <GroundChoice value={ground} onChange={setGround} />
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
  const { box, scale } = useScale(pictureSize.width)

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
