import { clsx } from 'clsx'
import { Check, LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router-dom'

export type ButtonKind = 'primary' | 'dark' | 'outline' | 'quiet' | 'danger'

const shape =
  'inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap select-none max-[359px]:whitespace-normal transition disabled:cursor-not-allowed forced-colors:border forced-colors:border-[ButtonBorder]'

const sizes = {
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-7 text-lg',
  small: 'min-h-11 px-4 text-sm',
} as const

const kinds: Record<ButtonKind, string> = {
  primary: 'accent-fill shadow-accent not-disabled:hover:brightness-105 not-disabled:active:translate-y-px',
  dark: 'bg-ink text-paper not-disabled:hover:bg-ink/85 not-disabled:active:translate-y-px',
  outline:
    'border border-line bg-card text-ink not-disabled:hover:border-ink/30 not-disabled:hover:bg-sunken',
  quiet: 'text-ink not-disabled:hover:bg-ink/6',
  danger: 'bg-rose-fill text-white not-disabled:hover:brightness-110 not-disabled:active:translate-y-px',
}

interface StyleProps {
  kind?: ButtonKind
  size?: keyof typeof sizes
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, StyleProps {
  isBusy?: boolean
  isDone?: boolean
  /** Replaces the label while busy. The width stays that of the widest label. */
  busyLabel?: ReactNode
  doneLabel?: ReactNode
}

/** A button that can show that it is busy or done. Its width stays the same. */
export function Button({
  kind = 'outline',
  size = 'medium',
  isBusy = false,
  isDone = false,
  ...rest
}: ButtonProps) {
  const { busyLabel, doneLabel, children, className, type = 'button', disabled, ...others } = rest
  return (
    <button
      {...others}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={clsx(shape, sizes[size], kinds[kind], disabled && !isBusy && 'opacity-50', className)}
    >
      <span className="grid items-center justify-items-center">
        <Face isShown={!isBusy && !isDone}>{children}</Face>
        {(busyLabel !== undefined || isBusy) && (
          <Face isShown={isBusy}>
            <LoaderCircle aria-hidden className={clsx('size-4', isBusy && 'animate-spin')} />
            {busyLabel ?? children}
          </Face>
        )}
        {(doneLabel !== undefined || isDone) && (
          <Face isShown={isDone}>
            <Check aria-hidden className="size-4" />
            {doneLabel ?? children}
          </Face>
        )}
      </span>
    </button>
  )
}

/** All labels share one grid cell, so the widest sets the width. Inactive ones are hidden from screen readers too. */
function Face({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx('col-start-1 row-start-1 inline-flex items-center gap-2', !isShown && 'invisible')}
      aria-hidden={!isShown}
    >
      {children}
    </span>
  )
}

interface ButtonLinkProps extends StyleProps {
  to: string
  /** The accessible name, if the content says too little. */
  label?: string
  isDownload?: boolean
  onClick?: () => void
  className?: string
  children: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({ to, label, isDownload, onClick, children, ...style }: ButtonLinkProps) {
  const { kind = 'outline', size = 'medium', className } = style
  const classes = clsx(shape, sizes[size], kinds[kind], className)
  if (isDownload) {
    return (
      <a href={to} onClick={onClick} download aria-label={label} className={classes}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to} onClick={onClick} aria-label={label} className={classes}>
      {children}
    </Link>
  )
}
