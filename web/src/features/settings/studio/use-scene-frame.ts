import { useEffect, useRef, useState } from 'react'
import { fromScenePage } from '../../../../../contract/alerts/scene-preview.ts'
import type { LayerBox, SceneContent } from '../../../../../contract/alerts/scene-preview.ts'
import type { Scene } from '../../../../../contract/alerts/scene.ts'

/**
 * Talks with the scene's page in a frame: sends it what its layers show and where they are, whenever that is another object, and once the
 * page is ready. Returns where they are in the picture.
 */
export function useSceneFrame(content: SceneContent, { layers }: Scene) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [boxes, setBoxes] = useState<readonly LayerBox[]>([])

  useEffect(() => {
    function handleMessage({ origin, source, data }: MessageEvent<unknown>) {
      if (origin !== location.origin || !source || source !== frame.current?.contentWindow) return
      const message = fromScenePage.safeParse(data)
      if (!message.success) return
      if (message.data.type === 'ready') setIsReady(true)
      else setBoxes(message.data.boxes)
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [])

  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(content, location.origin)
  }, [isReady, content])
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage({ type: 'layers', layers }, location.origin)
  }, [isReady, layers])

  return { frame, boxes }
}
