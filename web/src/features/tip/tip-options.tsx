import { serviceFee } from '../../../../contract/money/service-fee.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { CoverFee } from './fee-lines.tsx'
import type { FeeProps } from './fee-lines.tsx'
import type { TipDraft } from './tip-draft.ts'

interface TipOptionsProps {
  draft: TipDraft
  /** Whether the tip will be shown without a name. */
  isNameless: boolean
  fee: FeeProps
  /** Whether the tip can be paid here, so that there is a fee to cover. */
  canPay: boolean
  onChange: (part: Partial<TipDraft>) => void
}

/** One line that says who sees what and whether the fee is covered. It opens to change that, also without scripts. */
export function TipOptions({ draft, isNameless, fee, canPay, onChange }: TipOptionsProps) {
  const hasFee = canPay && fee.percent > 0
  const chosen = [
    isNameless && m.tip_options_anonymous(),
    draft.isPrivate && m.tip_options_private(),
    !isNameless && !draft.isPrivate && m.tip_options_public(),
    hasFee && describeFee(fee, draft.coversFee),
  ].filter((part) => part !== false)
  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-11 max-sm:-my-1.5 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="text-muted noscript:hidden">{chosen.join(' · ')}</span>
        <noscript className="text-muted">{hasFee ? m.tip_options_all() : m.tip_options_no_fee()}</noscript>
        <span className="font-semibold text-violet group-open:hidden">{m.tip_options_change()}</span>
        <span className="hidden font-semibold text-violet group-open:inline">{m.tip_options_close()}</span>
      </summary>
      <div className="pb-1">
        <SwitchRow
          label={m.tip_private({ name: fee.name })}
          name="isPrivate"
          checked={draft.isPrivate}
          onChange={(isPrivate) => onChange({ isPrivate })}
        />
        <SwitchRow
          label={m.tip_anonymous()}
          name="isAnonymous"
          hint={draft.isAnonymous && m.tip_anonymous_hint()}
          checked={draft.isAnonymous}
          onChange={(isAnonymous) => onChange({ isAnonymous })}
        />
        {hasFee && (
          <CoverFee {...fee} checked={draft.coversFee} onChange={(coversFee) => onChange({ coversFee })} />
        )}
      </div>
    </details>
  )
}

function describeFee({ minor, currency, percent }: FeeProps, isCovered: boolean): string {
  if (!minor) return isCovered ? m.tip_options_covered_any() : m.tip_options_fee_any()
  const fee = formatAmount(serviceFee(minor, currency, percent), currency)
  return isCovered ? m.tip_options_covered({ fee }) : m.tip_options_fee({ fee })
}
