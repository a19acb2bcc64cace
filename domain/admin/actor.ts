/** Who does something with an admin's rights, and why. Every action is recorded in the transaction that does it. */
export interface Actor {
  /** Null for a command on the server. */
  adminUid: string | null
  /** Null where a command gives none. */
  reason: string | null
}
