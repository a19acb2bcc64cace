/** How creators connect the accounts into which a provider pays them. */

/** Only a `ready` account receives payments. */
export type PayoutState = 'unfinished' | 'restricted' | 'ready'

export interface ProviderAccount {
  payeeId: string
  state: PayoutState
  email: string | null
}

export interface ConnectingCreator {
  uid: string
  email: string
  displayName: string
  /** Tells the sessions of the creator apart: an account that one session began to open is not given to another. */
  session: string
}

/** Our pages to which the provider returns the creator. That the creator returns says nothing about the account's state. */
export interface ReturnPages {
  returnUrl: string
  /** Where the creator returns when the link to the provider's page has expired. */
  refreshUrl: string
}

/**
 * Connects and reads creators' accounts. A provider has either `login` or `startOnboarding`; a method is absent where the
 * provider offers no such thing. Calls throw OutcomeUnknownError when the provider gave no definite response.
 */
export interface AccountGateway {
  /**
   * Opens an account in a country (two letters, lower case), or returns the existing one that was `begun`. Absent where
   * creators bring their own accounts: there the `reference` of `startOnboarding` is all there is until the onboarding is finished.
   */
  openAccount?(
    creator: ConnectingCreator & { country: string },
    begun: string | undefined,
  ): Promise<ProviderAccount>
  /** Returns the page on which the creator connects an account. `reference` is the opened account's id, or a new reference of ours. */
  startOnboarding?(reference: string, creator: ConnectingCreator, pages: ReturnPages): Promise<string>
  /** Returns the account that the creator connected after `startOnboarding(reference)`; undefined while there is none. */
  findOnboarded?(reference: string): Promise<ProviderAccount | undefined>
  /** Returns an account as it is now; undefined when the platform has no access to it (any more). */
  find?(payeeId: string): Promise<ProviderAccount | undefined>
  /** Connects a creator who logs in at the provider. */
  login?: {
    urlFor(redirectUri: string, state: string): string
    /** Exchanges the code that the login page sent back. Throws when the code is invalid. */
    redeem(code: string, redirectUri: string): Promise<ProviderAccount>
  }
}
