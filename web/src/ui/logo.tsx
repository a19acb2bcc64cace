import { clsx } from 'clsx'
import { useId } from 'react'

const vessel = 'M5 4h22l-2.6 20.6A4 4 0 0 1 20.4 28h-8.8a4 4 0 0 1-4-3.4z'

/** The logo's mark: a glass filled nearly to the brim. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <defs>
        <linearGradient id={`${id}-l`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-amber)" />
          <stop offset="1" stopColor="var(--color-coral)" />
        </linearGradient>
        <clipPath id={`${id}-c`}>
          <path d={vessel} />
        </clipPath>
      </defs>
      <path d={vessel} fill="var(--color-glass)" />
      <path
        clipPath={`url(#${id}-c)`}
        d="M0 10c4-3 7-3 11 0s7 3 11 0 7-3 11 0v22H0z"
        fill={`url(#${id}-l)`}
      />
      <path d={vessel} fill="none" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5 font-display text-xl font-bold', className)}>
      <LogoMark />
      Brimful
    </span>
  )
}
