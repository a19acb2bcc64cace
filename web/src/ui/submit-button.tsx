import type { ComponentProps } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'

/** The submit button of a form, large and primary by default. */
export function SubmitButton({
  kind = 'primary',
  size = 'large',
  busyLabel = m.signup_busy(),
  ...others
}: Omit<ComponentProps<typeof Button>, 'type'>) {
  return <Button {...others} type="submit" kind={kind} size={size} busyLabel={busyLabel} />
}
