import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'
import type { ButtonKind } from './button.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormButtonsProps {
  isBusy: boolean
  label: string
  kind?: ButtonKind
  disabled?: boolean
  onCancel: () => void
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ label, kind = 'dark', onCancel, ...others }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton {...others} kind={kind} size="medium">
        {label}
      </SubmitButton>
      <Button kind="quiet" onClick={onCancel}>
        {m.action_cancel()}
      </Button>
    </div>
  )
}
