import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import type { ButtonKind } from '../../ui/button.tsx'

interface FormButtonsProps {
  isBusy: boolean
  label: string
  kind?: ButtonKind
  onCancel: () => void
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ isBusy, label, kind = 'dark', onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" kind={kind} state={isBusy ? 'busy' : 'idle'} busyLabel={m.signup_busy()}>
        {label}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {m.action_cancel()}
      </Button>
    </div>
  )
}
