import { useState } from 'react'
import type { DragEvent } from 'react'
import { scenePreviewPath } from '../../../../../contract/alerts/scene-preview.ts'
import type { SceneContent } from '../../../../../contract/alerts/scene-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { pictureSize, useScale } from '../styles/preview-ground.tsx'
import { LayerHandle } from './layer-handle.tsx'
import type { Backdrop } from './backdrop.tsx'
import { useSceneFrame } from './use-scene-frame.ts'
import type { Studio } from './use-studio.ts'

/** The shapes of a picture: wide, and upright as on a phone. */
const shapes = { wide: pictureSize, tall: { width: pictureSize.height, height: pictureSize.width } } as const
export type Shape = keyof typeof shapes

interface SceneCanvasProps {
  studio: Studio
  content: SceneContent
  backdrop: Backdrop
  onDropFile: (file: File) => void
  shape: Shape
}

/** The scene's page itself in a frame over a ground, with a handle on each of its layers. */
export function SceneCanvas({ studio, content, backdrop, onDropFile, shape }: SceneCanvasProps) {
  const { scene, chosen } = studio
  const size = shapes[shape]
  const { frame, boxes } = useSceneFrame(content, scene)
  const { box, scale } = useScale(size.width)
  const [isOver, setIsOver] = useState(false)
  const order = scene.layers.map(({ kind }) => kind)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onDropFile(file)
  }
  return (
    // Dropping a file is the shorter way; the button below is for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={m.studio_canvas()}
      ref={box}
      className={`style-ground style-ground-${backdrop.ground} mx-auto rounded-card border border-line`}
      style={{
        aspectRatio: `${size.width} / ${size.height}`,
        maxWidth: `calc((100dvh - 15rem) * ${size.width / size.height})`,
      }}
      onDragOver={(event) => {
        event.preventDefault() // otherwise the browser would open the file
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      {backdrop.picture && (
        <img src={backdrop.picture} alt="" className="absolute inset-0 size-full object-cover" />
      )}
      <iframe
        ref={frame}
        title={m.studio_frame()}
        src={scenePreviewPath}
        tabIndex={-1}
        {...size}
        style={{ transform: `scale(${scale})` }}
      />
      {boxes
        .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
        .map((layer) => (
          <LayerHandle
            key={layer.kind}
            box={layer}
            size={size}
            scale={scale}
            studio={studio}
            isChosen={layer.kind === chosen}
          />
        ))}
      {isOver && <div className="absolute inset-0 border-4 border-dashed border-coral bg-coral/20" />}
    </section>
  )
}
