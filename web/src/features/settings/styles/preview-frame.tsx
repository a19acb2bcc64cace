import { useEffect, useRef, useState } from 'react'
import { previewReport } from '../../../../../contract/alerts/alert-preview.ts'
import type { ShowInPreview } from '../../../../../contract/alerts/alert-preview.ts'
import type { ShowWidget } from '../../../../../contract/alerts/widget-preview.ts'
import { atLowerLeft, pictureSize, useScale, widgetsWidth } from './preview-ground.tsx'
import type { Ground } from './preview-ground.tsx'

interface PreviewFrameProps {
  title: string
  /** The path of the page in the frame. It stays the same, because another page would have to say anew that it is ready. */
  path: string
  ground: Ground
  /** What the page is to show. It is sent whenever it is another object, and once the page is ready. */
  message: ShowInPreview | ShowWidget | undefined
  onPlayed?: () => void
}

/** A page of the overlay in a frame, over a ground: of alerts the whole picture, of widgets the part that they are in. */
export function PreviewFrame({ title, path, ground, message, onPlayed }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const isWidget = message?.type === 'widget'
  const { box, scale } = useScale(isWidget ? widgetsWidth : pictureSize.width)

  useEffect(() => {
    function handleMessage({ origin, source, data }: MessageEvent<unknown>) {
      if (origin !== location.origin || !source || source !== frame.current?.contentWindow) return
      const report = previewReport.safeParse(data)
      if (!report.success) return
      if (report.data.type === 'ready') setIsReady(true)
      else onPlayed?.()
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [onPlayed])

  useEffect(() => {
    if (isReady && message) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, message])

  return (
    <div ref={box} className={`style-ground style-ground-${ground} rounded-card border border-line`}>
      <iframe
        ref={frame}
        title={title}
        src={path}
        tabIndex={-1}
        {...pictureSize}
        style={{ ...(isWidget && atLowerLeft), transform: `scale(${scale})` }}
      />
    </div>
  )
}
