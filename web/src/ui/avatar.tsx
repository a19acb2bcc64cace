import { clsx } from 'clsx'
import { useState } from 'react'
import { sourcesOf } from '../../../contract/pictures.ts'
import { Artwork } from './artwork.tsx'

interface AvatarProps {
  src: string | null | undefined
  name: string
  /** The seed of the artwork: the username where it is known, otherwise the name. */
  seed?: string | undefined
  /** Classes for the size and, where wanted, ring and shadow. */
  className?: string
  /** The maximum display width in CSS pixels, to request the smallest sufficient file. */
  width?: number
}

/** A round picture. Falls back to generated artwork when it is missing or does not load. */
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
