/** How creators' accounts on a platform are connected: its consent page, its tokens, and the end of its grants. */
import type { NewConnection } from '../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import type { ConnectFailure } from '../../contract/chat/connect-failures.ts'
import type { ShowKind } from '../../contract/show/show-event.ts'
import type { Consent } from './consent.ts'
import type { OauthTokens } from './oauth-tokens.ts'

/** The account that a creator chose, and its tokens. */
export interface ChosenAccount {
  platformUserId: string
  channel: string
  email: string
  tokens: OauthTokens
}

export interface StoredTokens {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
}

export interface Connector {
  /** What a creator's consent has to cover for the platform's events; absent where we receive none. */
  eventScopes?: readonly string[]
  /** What it has to cover beside them for each kind of event that only those consent to who want it. */
  kindScopes?: Partial<Record<ShowKind, string>>
  /** Returns the address of the consent page, which redirects the browser to `redirectUri`. `more` are scopes beside the usual ones. */
  consentUrl(redirectUri: string, consent: Consent, more?: readonly string[]): string
  /** Redeems the code of the consent page. Throws `ConnectRefusal` when the account cannot be used. */
  redeem(code: string, redirectUri: string, consent: Consent): Promise<ChosenAccount>
  /** Fetches a new access token. Throws `GrantRevokedError` when the grant is no longer valid. */
  refresh(refreshToken: string): Promise<OauthTokens>
  /** Returns whether the platform accepts an access token. */
  validate(accessToken: string): Promise<boolean>
  /** Revokes the grant of the tokens; rejects when the platform does not confirm it. */
  revoke(tokens: StoredTokens): Promise<void>
}

/** Returns whether these scopes permit receiving a platform's events. */
export function coversEvents(granted: readonly string[], { eventScopes }: Connector): boolean {
  return eventScopes !== undefined && eventScopes.every((scope) => granted.includes(scope))
}

/** Thrown when an account was not connected. The creator sees the reason. */
export class ConnectRefusal extends Error {
  readonly failure: ConnectFailure

  constructor(failure: ConnectFailure) {
    super(`not connected: ${failure}`)
    this.name = 'ConnectRefusal'
    this.failure = failure
  }
}

/** Who connects a chat, and how it is stored: `save` returns the connection that it replaces. */
export interface Connecting {
  uid: string
  save: (connection: Omit<NewConnection, 'uid'>) => Promise<ConnectionRow | undefined>
}
