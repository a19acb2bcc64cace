import { m } from '../../../../i18n/compiled/messages.js'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'

/** A way to give the money back: accepting a dispute, or refunding a tip that a bank asks about. */
export interface GiveBack {
  label: string
  /** What happens then. */
  text: string
  action: string
  onConfirm: () => Promise<void>
}

/** Asks once more before the money is given back, which is final. */
export function GiveBackStep({ way, onBack }: { way: GiveBack; onBack: () => void }) {
  const { isBusy, run } = useAction()
  return (
    <div className="flex flex-col gap-5">
      <p>{way.text}</p>
      <div className="flex flex-col gap-2">
        <Button kind="danger" isBusy={isBusy} onClick={() => void run(way.onConfirm)}>
          {way.action}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onBack}>
          {m.action_back()}
        </Button>
      </div>
    </div>
  )
}
