import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'

/** The submit button of a card's form. */
export function SaveButton({ isBusy, label }: { isBusy: boolean; label: string }) {
  return (
    <Button
      type="submit"
      kind="dark"
      className="justify-self-start"
      state={isBusy ? 'busy' : 'idle'}
      busyLabel={m.signup_busy()}
    >
      {label}
    </Button>
  )
}
