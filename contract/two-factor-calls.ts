/** A second factor by authenticator app, with recovery codes for who has lost it. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'

const recoveryCodes = z.array(z.string())

export const getTwoFactor = defineCall({
  method: 'GET',
  path: 'account/two-factor',
  access: 'signed-in',
  summary: 'Whether a second factor is asked for at log-in, and how many recovery codes are left.',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})

export const startTwoFactor = defineCall({
  method: 'POST',
  path: 'account/two-factor/start',
  access: 'signed-in',
  summary: 'Makes a secret for an authenticator app; nothing is asked for until a code confirms it.',
  body: z.object({ password: f.knownPassword }),
  /** The address goes into a QR code; the secret is for typing. */
  response: z.object({ secret: z.string(), address: z.string() }),
})

export const confirmTwoFactor = defineCall({
  method: 'POST',
  path: 'account/two-factor/confirm',
  access: 'signed-in',
  summary: 'Turns the second factor on by a first code, and gives ten recovery codes, once.',
  body: z.object({ code: f.oneTimeCode }),
  response: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: 'account/two-factor/recovery-codes',
  access: 'signed-in',
  summary: 'Gives ten new recovery codes; those before are void.',
  body: z.object({ code: f.secondFactor }),
  response: z.object({ recoveryCodes }),
})

export const stopTwoFactor = defineCall({
  method: 'POST',
  path: 'account/two-factor/stop',
  access: 'signed-in',
  summary: 'Turns the second factor off.',
  body: z.object({ password: f.knownPassword, code: f.secondFactor }),
  response: z.object({}),
})
