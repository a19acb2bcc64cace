import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

const linkClass = 'rounded-sm font-semibold text-violet underline underline-offset-3 hover:no-underline'

interface TextLinkProps {
  to: string
  /** The state of the history entry that the link opens. */
  state?: unknown
  isNewTab?: boolean
  className?: string
  children: ReactNode
}

/** A text link. Addresses with a scheme become plain links with `rel="noopener noreferrer"`. */
export function TextLink({ to, state, isNewTab = false, className, children }: TextLinkProps) {
  if (/^[a-z]+:/i.test(to)) {
    return (
      <a href={to} rel="noopener noreferrer" className={clsx(linkClass, className)}>
        {children}
      </a>
    )
  }
  return (
    <Link
      to={to}
      state={state}
      {...(isNewTab ? { target: '_blank' } : {})}
      className={clsx(linkClass, className)}
    >
      {children}
    </Link>
  )
}
