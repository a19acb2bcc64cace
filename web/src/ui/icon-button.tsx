import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, and the tooltip unless `tip` is a shorter one. */
  label: string
  tip?: string
  /** A word beside the icon, for pointers that cannot hover to see the tooltip. */
  touchText?: string
  children: ReactNode
}

/** A round button with an icon and a tooltip. */
export function IconButton({
  label,
  tip = label,
  touchText,
  className,
  children,
  ...others
}: IconButtonProps) {
  return (
    <Tooltip text={tip}>
      <button
        type="button"
        {...others}
        aria-label={label}
        className={clsx(
          'grid size-11 shrink-0 place-items-center rounded-full text-muted enabled:hover:bg-ink/6 enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-35 aria-disabled:cursor-not-allowed aria-disabled:opacity-35',
          touchText &&
            'pointer-coarse:flex pointer-coarse:w-auto pointer-coarse:items-center pointer-coarse:gap-1.5 pointer-coarse:px-3',
          className,
        )}
      >
        {children}
        {touchText && <span className="hidden text-sm font-semibold pointer-coarse:inline">{touchText}</span>}
      </button>
    </Tooltip>
  )
}
