/** What both platforms' authorization services give us, in our own words. */

export interface OauthTokens {
  accessToken: string
  /** Absent when the service leaves the one we have in force. */
  refreshToken: string | undefined
  expiresAt: Date
  scopes: string[]
}

/** The service no longer honours a grant: the person took it back, or it is too old. No retry helps. */
export class GrantRevokedError extends Error {
  constructor() {
    super('the grant is no longer honoured')
    this.name = 'GrantRevokedError'
  }
}
