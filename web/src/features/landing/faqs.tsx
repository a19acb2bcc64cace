import { ChevronDown } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useDocumentFee } from '../../lib/pages/site-document.ts'
import { listPayoutCurrencies, listPlanned } from './site-content.ts'

const questions = [
  { q: m.landing_faq_1_q, a: m.landing_faq_1_a },
  { q: m.landing_faq_2_q, a: () => m.landing_faq_2_a({ currencies: listPayoutCurrencies() }) },
  { q: m.landing_faq_3_q, a: m.landing_faq_3_a },
  { q: m.landing_faq_4_q, a: m.landing_faq_4_a },
  { q: m.landing_faq_5_q, a: () => m.landing_faq_5_a({ features: listPlanned() }) },
]

/** The frequently asked questions; one answer is open at a time. */
export function Faqs() {
  const percent = useDocumentFee()
  return (
    <section id="faqs" className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-24">
      <h2 className="mb-8 text-3xl sm:text-4xl">{m.landing_faqs()}</h2>
      {questions.map(({ q, a }) => (
        <details key={q()} name="faqs" className="group border-b border-line">
          <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-4 font-display text-lg font-bold [&::-webkit-details-marker]:hidden">
            {q()}
            <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-prose pb-6 text-muted">{a({ percent })}</p>
        </details>
      ))}
    </section>
  )
}
