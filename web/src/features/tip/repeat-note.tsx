import { m } from '../../../../i18n/compiled/messages.js'

/** Tells a supporter who was charged twice that the second payment goes back. */
export function RepeatNote() {
  return (
    <output className="block rounded-card bg-sunken px-4 py-3 text-center text-sm">
      {m.payment_repeat()}
    </output>
  )
}
