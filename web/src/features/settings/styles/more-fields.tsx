import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { AmountField } from './amount-field.tsx'
import type { StyleEditor } from './use-style-editor.ts'

interface MoreFieldsProps {
  editor: StyleEditor
  currency: PayoutCurrency | null
}

const standardMerging = { fromWaiting: 5, belowAmount: 500 }

/** What concerns all alerts: which moments of goals have one, and whether small tips are merged. */
export function MoreFields({ editor: { style, set }, currency }: MoreFieldsProps) {
  const { merging, milestones } = style
  const setMilestones = (edit: Partial<typeof milestones>) =>
    set({ ...style, milestones: { ...milestones, ...edit } }, `milestones ${Object.keys(edit).join()}`)
  return (
    <div className="flex max-w-xl flex-col gap-1">
      <SwitchRow
        label={m.style_quarters()}
        hint={m.style_quarters_hint()}
        checked={milestones.quarters}
        onChange={(quarters) => setMilestones({ quarters })}
      />
      <SwitchRow
        label={m.style_one_tip()}
        hint={m.style_one_tip_hint()}
        checked={milestones.oneTipToGo}
        onChange={(oneTipToGo) => setMilestones({ oneTipToGo })}
      />
      <SwitchRow
        label={m.style_merging()}
        hint={m.style_merging_hint({ count: merging?.fromWaiting ?? standardMerging.fromWaiting })}
        checked={merging !== null}
        onChange={(isOn) => set({ ...style, merging: isOn ? standardMerging : null }, 'merging')}
      />
      {merging && (
        <div className="max-w-44 pl-15">
          <AmountField
            name="belowAmount"
            label={m.style_merging_below()}
            value={merging.belowAmount}
            currency={currency}
            onChange={(belowAmount) =>
              set({ ...style, merging: { ...merging, belowAmount: belowAmount ?? 0 } }, 'merging amount')
            }
          />
        </div>
      )}
    </div>
  )
}
