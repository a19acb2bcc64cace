import { clsx } from 'clsx'
import { useState } from 'react'

interface AvatarProps {
  src: string | null | undefined
  name: string
  /** Size and, where wanted, ring and shadow. */
  className?: string
}

/** A round picture; without one, or when it does not load, the name's first letter on the house's colours. */
export function Avatar({ src, name, className = 'size-10 text-base' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = clsx('shrink-0 rounded-full', className)
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className={clsx(shape, 'bg-sunken object-cover')}
      />
    )
  }
  return (
    <span
      aria-hidden
      className={clsx(
        shape,
        'grid place-items-center bg-linear-135 from-violet-fill to-coral font-display font-bold text-white',
      )}
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
