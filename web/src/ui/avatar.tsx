import { clsx } from 'clsx'
import { sourcesOf } from '../../../contract/pages/pictures.ts'
import { Artwork } from './artwork.tsx'
import { Picture } from './picture.tsx'

interface AvatarProps {
  src: string | null | undefined
  name: string
  /** The text that the artwork is generated from: the username if it is known, otherwise the name. */
  seed?: string | undefined
  /** Classes for the size and, if needed, a ring and shadow. */
  className?: string
  /** The maximum display width in CSS pixels. The browser requests the smallest file that suffices for it. */
  width?: number
}

/** A round picture. If it is missing or does not load, shows generated artwork. */
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
