/** Saves the language in the account. This is not in `locale.ts`, because that is part of the landing page's code. */
import type { Locale } from '../../../../contract/locale.ts'
import { updateProfile } from '../../../../contract/accounts/profile-calls.ts'
import { call } from '../calls/call.ts'

/** Saves the chosen language in the account. A failure is ignored, because the next log-in sends the language again. */
export async function saveLocale(locale: Locale): Promise<void> {
  await call(updateProfile, { body: { locale } }, { errorsTo: 'log' }).catch(() => undefined)
}
