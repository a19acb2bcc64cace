import type { ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'

const rosette =
  'M12 1.5l2.6 1.9 3.2-.1.9 3.1 2.6 1.9-1.1 3 1.1 3-2.6 1.9-.9 3.1-3.2-.1L12 21.1l-2.6-1.9-3.2.1-.9-3.1-2.6-1.9 1.1-3-1.1-3 2.6-1.9.9-3.1 3.2.1z'

/** The badge of a verified creator. */
export function VerifiedBadge({ className = 'size-5' }: { className?: string }) {
  return (
    <span className={`inline-block shrink-0 ${className}`}>
      <svg aria-hidden viewBox="0 0 24 24" className="size-full">
        <path d={rosette} fill="var(--color-violet-fill)" />
        <path
          d="M7.8 11.6l2.9 2.9 5.4-5.6"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">{m.creator_verified()}</span>
    </span>
  )
}

interface VerifiedNameProps {
  name: ReactNode
  isVerified: boolean
  badgeClassName: string
}

/** A name, followed by the badge when its owner is verified. */
export function VerifiedName({ name, isVerified, badgeClassName }: VerifiedNameProps) {
  if (!isVerified) return name
  return (
    <>
      <span>{name}</span> <VerifiedBadge className={badgeClassName} />
    </>
  )
}
