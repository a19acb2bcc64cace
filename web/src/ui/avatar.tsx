import { clsx } from 'clsx'
import { useState } from 'react'
import { sourcesOf } from '../../../contract/pictures.ts'
import { Artwork } from './artwork.tsx'

interface AvatarProps {
  src: string | null | undefined
  name: string
  /** What the artwork is made from: the user name where it is known, else the name. */
  seed?: string | undefined
  /** Size and, where wanted, ring and shadow. */
  className?: string
  /** How wide it is shown at most, in CSS pixels: the smallest file that is enough is asked for. */
  width?: number
}

/** A round picture; without one, or when it does not load, artwork made from the name. */
export function Avatar({ src, name, seed = name, className = 'size-10', width = 64 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = clsx('shrink-0 rounded-full', className)
  if (!src || src === broken) return <Artwork seed={seed} className={clsx(shape, 'overflow-hidden')} />
  return (
    <img
      src={src}
      srcSet={sourcesOf(src, 'avatar')}
      sizes={`${width}px`}
      alt=""
      onError={() => setBroken(src)}
      className={clsx(shape, 'bg-sunken object-cover')}
    />
  )
}
