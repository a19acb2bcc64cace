/** Calls for the second factor: an authenticator app, and recovery codes for when it is lost. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { signedInCall } from '../call.ts'

const recoveryCodes = z.array(z.string())

export const getTwoFactor = signedInCall.get('account/two-factor', {
  summary: 'Whether logging in requires a second factor, and how many recovery codes are left.',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})

export const startTwoFactor = signedInCall.post('account/two-factor/start', {
  summary:
    'Creates a secret for an authenticator app. Logging in does not require it until a code has confirmed it.',
  body: z.object({}),
  /** `address` is shown as a QR code. `secret` can be typed into the app instead. */
  response: z.object({ secret: z.string(), address: z.string() }),
})

export const confirmTwoFactor = signedInCall.post('account/two-factor/confirm', {
  summary: 'Turns the second factor on with a first code, and returns ten recovery codes, only this once.',
  costs: 'one check of a code',
  limits: ['account second-factor'],
  body: z.object({ code: f.oneTimeCode }),
  response: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = signedInCall.post('account/two-factor/recovery-codes', {
  summary: 'Returns ten new recovery codes, which replace the old ones.',
  costs: 'one check of a code',
  limits: ['account second-factor'],
  body: z.object({}),
  response: z.object({ recoveryCodes }),
})

export const stopTwoFactor = signedInCall.post('account/two-factor/stop', {
  summary: 'Turns the second factor off.',
  costs: 'a row and a mail to the own address',
  body: z.object({}),
})
