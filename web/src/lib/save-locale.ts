/** The account's own language. Apart from `locale.ts`, which the landing page carries. */
import type { Locale } from '../../../contract/locale.ts'
import { updateProfile } from '../../../contract/profile-calls.ts'
import { call } from './call.ts'

/** Tells the account which language was chosen; when that fails, the next log-in says it again. */
export async function saveLocale(locale: Locale): Promise<void> {
  await call(updateProfile, { body: { locale } }, { errorsTo: 'log' }).catch(() => undefined)
}
