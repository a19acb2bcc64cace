import { clsx } from 'clsx'
import { sourcesOf } from '../../../contract/pictures.ts'
import { Artwork } from './artwork.tsx'
import { Picture } from './picture.tsx'

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
  const shape = clsx('shrink-0 rounded-full', className)
  return (
    <Picture
      src={src}
      srcSet={src ? sourcesOf(src, 'avatar') : undefined}
      sizes={`${width}px`}
      className={clsx(shape, 'bg-sunken object-cover')}
      fallback={<Artwork seed={seed} className={clsx(shape, 'overflow-hidden')} />}
    />
  )
}
