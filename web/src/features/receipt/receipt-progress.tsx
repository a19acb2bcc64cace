import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { Receipt } from '../../../../contract/payments/receipt-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { dateLocale } from '../../lib/locale.ts'

/** The progress of a tip from payment to stream; changes are announced to screen readers. */
export function ReceiptProgress({ receipt }: { receipt: Receipt }) {
  const { creator, returned, currency, shownAt, shownMs } = receipt
  const { title, text } = textsOf(receipt)
  const values = {
    name: creator.display_name,
    time: shownAt ? formatClock(shownAt) : '',
    seconds: Math.round((shownMs ?? 0) / 1000),
    amount: formatAmount(returned, currency),
  }
  const steps = listSteps(receipt)
  return (
    <header className="flex flex-col items-center gap-6 text-center">
      <div aria-live="polite">
        <h1 className="text-3xl">{title(values)}</h1>
        <p className="mt-2 text-lg text-muted">{text(values)}</p>
      </div>
      {steps.length > 0 && (
        <ol aria-label={m.receipt_steps()} className="flex w-full max-w-md">
          {steps.map(({ name, at }, place) => {
            const isNow = at === null && place > 0 && steps[place - 1]!.at !== null
            return <Step key={name} name={name} at={at} isNow={isNow} isFirst={place === 0} />
          })}
        </ol>
      )}
    </header>
  )
}

interface StepProps {
  name: string
  /** When the step was reached; null if it has not been reached. */
  at: string | null
  isNow: boolean
  isFirst: boolean
}

function Step({ name, at, isNow, isFirst }: StepProps) {
  return (
    <li aria-current={isNow ? 'step' : undefined} className="relative flex-1 text-sm">
      {!isFirst && (
        <span
          aria-hidden
          className={clsx(
            'absolute top-3.5 right-[calc(50%+1.25rem)] h-1 w-[calc(100%-2.5rem)] rounded-full',
            at ? 'accent-fill' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden
        className={clsx(
          'relative mx-auto mb-2 grid size-8 place-items-center rounded-full border-2',
          at ? 'border-transparent accent-fill' : 'bg-card',
          !at && (isNow ? 'border-coral' : 'border-line'),
        )}
      >
        {at && <Check className="size-4" />}
        {isNow && <span className="size-2.5 animate-pulse rounded-full bg-coral" />}
      </span>
      <span className={clsx('block font-semibold', !at && !isNow && 'text-muted')}>{name}</span>
      {at && (
        <time dateTime={at} className="block text-muted tabular-nums">
          {formatClock(at)}
        </time>
      )}
    </li>
  )
}

function listSteps(receipt: Receipt): { name: string; at: string | null }[] {
  const { state, paidAt, sentAt, shownAt, orderedAt } = receipt
  const paid = { name: m.receipt_step_paid(), at: paidAt }
  const onStream = [
    { name: m.receipt_step_sent(), at: sentAt },
    { name: m.receipt_step_shown(), at: shownAt },
  ]
  switch (state) {
    case 'open':
    case 'failed':
    case 'returned':
      return []
    case 'clearing':
      return [{ name: m.receipt_step_clearing(), at: orderedAt }, paid, ...onStream]
    case 'paid':
    case 'held':
    case 'sent':
    case 'shown':
      return [paid, ...onStream]
  }
}

interface Values {
  name: string
  time: string
  seconds: number
  amount: string
}

const texts: Record<Receipt['state'], Record<'title' | 'text', (values: Values) => string>> = {
  open: { title: m.receipt_open_title, text: m.receipt_open_text },
  clearing: { title: m.receipt_clearing_title, text: m.receipt_clearing_text },
  failed: { title: m.receipt_failed_title, text: m.receipt_failed_text },
  paid: { title: m.receipt_paid_title, text: m.receipt_paid_text },
  held: { title: m.receipt_held_title, text: m.receipt_held_text },
  sent: { title: m.receipt_sent_title, text: m.receipt_sent_text },
  shown: { title: m.receipt_shown_title, text: m.receipt_shown_text },
  returned: { title: m.receipt_returned_title, text: m.receipt_returned_text },
}

function textsOf({ state, waitsForPayee, shownMs }: Receipt) {
  if (waitsForPayee) return { title: m.payment_waiting_title, text: m.payment_waiting_text }
  return shownMs === null ? texts[state] : { ...texts[state], ...timedTexts[state] }
}

/** The texts for alerts whose time on screen is known. */
const timedTexts: Partial<typeof texts> = {
  shown: { title: m.receipt_shown_title, text: m.receipt_shown_timed_text },
}

/** Formats a time as `20:14:03` in the browser's time zone. */
function formatClock(at: string): string {
  return new Date(at).toLocaleTimeString(dateLocale())
}
