import { Layers3 } from 'lucide-react'
import { useState } from 'react'
import { maxVariations } from '../../../../../contract/alerts/alert-style.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { makeAmountTiers } from './amount-tiers.ts'
import type { StyleEditor } from './use-style-editor.ts'

interface AmountTiersButtonProps {
  editor: StyleEditor
  currency: PayoutCurrency
}

/** Makes variations for small, large and huge tips. Where there are variations already, it asks what to do with them. */
export function AmountTiersButton({ editor: { style, set, choose }, currency }: AmountTiersButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { look, variations } = style
  const tiers = () => makeAmountTiers(look, currency)
  const isFull = variations.length + 3 > maxVariations

  function use(next: typeof variations) {
    set({ ...style, variations: next }, `tiers ${next.at(-1)?.variationId}`)
    choose(undefined)
    setIsAsking(false)
    toast.success(m.style_tiers_made())
  }
  return (
    <>
      <Button size="small" onClick={() => (variations.length > 0 ? setIsAsking(true) : use(tiers()))}>
        <Layers3 aria-hidden className="size-4" />
        {m.style_tiers()}
      </Button>
      <Dialog
        title={m.style_tiers_title()}
        description={isFull ? m.style_tiers_full({ count: maxVariations }) : m.style_tiers_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-col gap-2">
          {!isFull && (
            <Button kind="primary" onClick={() => use([...variations, ...tiers()])}>
              {m.style_tiers_add()}
            </Button>
          )}
          <Button kind="danger" onClick={() => use(tiers())}>
            {m.style_tiers_replace({ count: variations.length })}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{m.action_cancel()}</Button>
        </div>
      </Dialog>
    </>
  )
}
