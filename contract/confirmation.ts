/** Confirming who is at the browser, which sensitive changes require. */
import * as z from 'zod/mini'

/** The ways to confirm a session. */
export const confirmationMethod = z.enum(['password', 'google', 'passkey'])
export type ConfirmationMethod = z.output<typeof confirmationMethod>

/** What an account has to confirm with. */
export const confirmationNeeds = z.object({
  /** Any one of them is enough. */
  methods: z.array(confirmationMethod),
  /** With a password or Google, also a code of the authenticator app or a recovery code. */
  needsCode: z.boolean(),
})
export type ConfirmationNeeds = z.output<typeof confirmationNeeds>
