import type { CallResponse } from '../../contract/call.ts'
import type { getSiteSettings } from '../../contract/pages/site-calls.ts'
import type { Config } from '../../domain/config/config.ts'

/** Returns the settings of the installation that pages need, for the call and for pages that the server renders. */
export function toSiteSettings(config: Config): CallResponse<typeof getSiteSettings> {
  const { publicUrl, supportEmail, socialUrl, isSandbox, google, serviceFeePercent, solo } = config
  return {
    publicUrl,
    supportEmail,
    socialUrl,
    isSandbox,
    hasGoogle: Boolean(google),
    serviceFeePercent,
    solo: solo ? { userName: solo.userName, hasSupporterAccounts: solo.hasSupporterAccounts } : null,
  }
}
