import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Card } from '../../../ui/card.tsx'
import { stepPath } from './steps.ts'
import type { WizardStep } from './steps.ts'

interface WizardFrameProps {
  step: WizardStep
  steps: readonly WizardStep[]
  title: string
  hint: ReactNode
  children: ReactNode
}

/** The layout of a wizard step: progress, heading, hint and a link back. */
export function WizardFrame({ step, steps, title, hint, children }: WizardFrameProps) {
  const heading = useFocusedHeading(step)
  const place = steps.indexOf(step)
  return (
    <div className="mx-auto max-w-lg px-4 py-8 sm:py-14">
      <Progress place={place} steps={steps} />
      <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl outline-none">
        {title}
      </h1>
      <p className="mt-2 mb-6 text-lg text-muted">{hint}</p>
      <Card>{children}</Card>
      {place > 0 && (
        <Link
          to={stepPath(steps[steps.indexOf(step) - 1] ?? step)}
          className="mt-4 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {m.signup_back()}
        </Link>
      )}
    </div>
  )
}

/** Focuses the heading of each step for keyboard and screen reader users, except on the first page. */
function useFocusedHeading(step: WizardStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step !== 'start') heading.current?.focus()
  }, [step])
  return heading
}

function Progress({ place, steps }: { place: number; steps: readonly WizardStep[] }) {
  return (
    <>
      <p className="text-sm font-semibold text-muted">
        {m.signup_progress({ step: place + 1, count: steps.length })}
      </p>
      <ol aria-hidden className="mt-2 flex gap-1.5">
        {steps.map((step, index) => (
          <li
            key={step}
            className={clsx('h-1.5 grow rounded-full', index <= place ? 'accent-fill' : 'bg-ink/12')}
          />
        ))}
      </ol>
    </>
  )
}
