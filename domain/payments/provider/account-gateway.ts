/** The interface through which creators connect their payout accounts at a provider. */

/** The state of a payout account. Only a `ready` one receives payments. */
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
  /** Identifies the creator's session. An account that one session has opened is not given to another session. */
  session: string
}

/** Our pages to which the provider sends the creator back. That the creator comes back says nothing about the account's state. */
export interface ReturnPages {
  returnUrl: string
  /** The page for a creator whose link to the provider's page has expired. */
  refreshUrl: string
}

/**
 * Connects and reads creators' accounts. A provider has either `login` or `startOnboarding`; a method is undefined if the provider
 * does not support it. Calls throw OutcomeUnknownError when the provider gave no definite response.
 */
export interface AccountGateway {
  /**
   * Opens an account in a country (two lower-case letters), or returns the account `begun` whose onboarding has begun. Undefined
   * where creators connect an account that they already have: there only the `reference` of `startOnboarding` is known until the
   * onboarding ends.
   */
  openAccount?(
    creator: ConnectingCreator & { country: string },
    begun: string | undefined,
  ): Promise<ProviderAccount>
  /**
   * Returns the provider's page on which the creator connects an account. `reference` is the id of the opened account, or a new
   * id of ours.
   */
  startOnboarding?(reference: string, creator: ConnectingCreator, pages: ReturnPages): Promise<string>
  /** Returns the account that the creator connected after `startOnboarding(reference)`; undefined if there is none yet. */
  findOnboarded?(reference: string): Promise<ProviderAccount | undefined>
  /** Returns the current state of an account; undefined if the platform has no access to it. */
  find?(payeeId: string): Promise<ProviderAccount | undefined>
  /**
   * Registers the domain of our pages for an account, so that the provider offers wallets on them. Returns why it does not; undefined
   * if it does. The method is undefined where the provider offers no wallets. Throws RefusedError or AccessLostError.
   */
  registerDomain?(payeeId: string, domain: string): Promise<string | undefined>
  /** Connects the account with which a creator logs in at the provider. */
  login?: {
    urlFor(redirectUri: string, state: string): string
    /** Exchanges the code that the login page sent back. Throws when the code is invalid. */
    redeem(code: string, redirectUri: string): Promise<ProviderAccount>
  }
}
