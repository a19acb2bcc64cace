import type { EvidenceSection } from '../../../../contract/payments/dispute-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** The names of the providers' fields. */
const fieldNames: Record<string, () => string> = {
  product_description: m.statement_dispute_field_product,
  service_date: m.statement_dispute_field_date,
  access_activity_log: m.statement_dispute_field_activity,
  customer_name: m.statement_dispute_field_customer,
  refund_policy_disclosure: m.statement_dispute_field_terms,
  uncategorized_text: m.statement_dispute_field_words,
  notes: m.statement_dispute_field_notes,
}

/** The texts of the evidence, each below the name of its field. */
export function EvidenceSections({ sections }: { sections: readonly EvidenceSection[] }) {
  return (
    <dl className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-4 text-sm">
      {sections.map(({ field, text }) => (
        <div key={field}>
          <dt className="font-semibold">{fieldNames[field]?.() ?? field}</dt>
          <dd dir="auto" className="break-words whitespace-pre-wrap" lang="en">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the texts of the evidence as one text, to paste on a provider's site. */
export function textOf(sections: readonly EvidenceSection[]): string {
  return sections.map(({ text }) => text).join('\n\n')
}
