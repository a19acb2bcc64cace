import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { maxVariations } from '../../../../../contract/alerts/alert-style.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AmountTiersButton } from './amount-tiers-button.tsx'
import type { StyleEditor } from './use-style-editor.ts'

interface VariationListProps {
  editor: StyleEditor
  currency: PayoutCurrency | null
}

/** Which look is edited: that of all alerts, or a variation. Variations are listed in the order they are tried. */
export function VariationList({ editor, currency }: VariationListProps) {
  const { style, chosen, choose, duplicate, move, remove } = editor
  const at = chosen ? style.variations.indexOf(chosen) : -1
  const list = useRef<HTMLFieldSetElement>(null)
  function handleRemove() {
    remove()
    list.current?.querySelector<HTMLElement>('input')?.focus() // the button goes, and the look of all alerts is edited
  }
  const isFull = style.variations.length >= maxVariations
  return (
    <fieldset ref={list}>
      <legend className="mb-1.5 text-sm font-semibold">{m.style_looks()}</legend>
      <ul className="divide-y divide-line rounded-card border border-line">
        <LookRow label={m.style_look_all()} isChosen={!chosen} onChoose={() => choose(undefined)} />
        {style.variations.map(({ variationId, name }, i) => (
          <LookRow
            key={variationId}
            label={m.style_look_named({ number: i + 1, name })}
            isChosen={variationId === chosen?.variationId}
            onChoose={() => choose(variationId)}
          />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <Button size="small" disabled={isFull} onClick={duplicate}>
          <CopyPlus aria-hidden className="size-4" />
          {m.style_duplicate()}
        </Button>
        {!chosen && <AmountTiersButton editor={editor} currency={currency ?? 'usd'} />}
        {chosen && (
          <>
            <IconButton label={m.style_move_up()} aria-disabled={at <= 0} onClick={() => at > 0 && move(-1)}>
              <ArrowUp aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={m.style_move_down()}
              aria-disabled={at === style.variations.length - 1}
              onClick={() => at < style.variations.length - 1 && move(1)}
            >
              <ArrowDown aria-hidden className="size-4" />
            </IconButton>
            <IconButton label={m.style_remove({ name: chosen.name })} onClick={handleRemove}>
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">{m.style_looks_hint()}</p>
    </fieldset>
  )
}

interface LookRowProps {
  label: string
  isChosen: boolean
  onChoose: () => void
}

function LookRow({ label, isChosen, onChoose }: LookRowProps) {
  const id = useId()
  return (
    <li>
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-violet"
      >
        <input
          type="radio"
          id={id}
          name="alert-look"
          checked={isChosen}
          onChange={onChoose}
          className="size-5 shrink-0 outline-none"
        />
        <bdi className="min-w-0 truncate">{label}</bdi>
      </label>
    </li>
  )
}
