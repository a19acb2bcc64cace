/** How the person at the browser confirms their identity. Sensitive changes require a confirmed session. */
import * as z from 'zod/mini'

/** The ways to confirm a session. */
export const confirmationMethod = z.enum(['password', 'google', 'passkey'])
export type ConfirmationMethod = z.output<typeof confirmationMethod>

/** The methods that an account can use to confirm a session. */
export const confirmationNeeds = z.object({
  /** The methods that the account offers; any one of them is enough. */
  methods: z.array(confirmationMethod),
  /** Whether a password or Google also needs a code from the authenticator app or a recovery code. */
  needsCode: z.boolean(),
})
export type ConfirmationNeeds = z.output<typeof confirmationNeeds>
