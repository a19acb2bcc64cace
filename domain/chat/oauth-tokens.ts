/** The tokens of a platform's authorization service, in the same form for all platforms. */

export interface OauthTokens {
  accessToken: string
  /** Undefined when the previous refresh token stays valid. */
  refreshToken: string | undefined
  expiresAt: Date
  scopes: string[]
}

/** Thrown when the platform no longer accepts a grant, because the person revoked it or it is too old. Retrying does not help. */
export class GrantRevokedError extends Error {
  constructor() {
    super('the grant is no longer honoured')
    this.name = 'GrantRevokedError'
  }
}
