/** The pages of one person: account, sign-up, dashboard, settings, administration. None of them runs a payment provider's code. */

const pattern =
  /^\/(account|signup|authentication|admin|control-panel|dashboard(?!\/(explore|receipt|payment-success|payment-failure))|[a-z]+-setting|user\/[^/]+\/total-earnings)(\/|$)/i

/** Returns whether a path is the address of such a page. Its document has a content policy of its own (docs/decisions/0070-content-policies.md). */
export function isPrivatePath(path: string): boolean {
  return pattern.test(path)
}
