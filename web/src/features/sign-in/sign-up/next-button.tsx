import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'

/** The submit button of a wizard step. */
export function NextButton({ isBusy, label = m.signup_next() }: { isBusy: boolean; label?: string }) {
  return (
    <Button
      type="submit"
      kind="primary"
      size="large"
      className="w-full"
      state={isBusy ? 'busy' : 'idle'}
      busyLabel={m.signup_busy()}
    >
      {label}
    </Button>
  )
}
