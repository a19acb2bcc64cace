/** Stores Kick's users, the app, the rights that users have granted to it, and the messages in their chats. */
import { addChatLine, type ChatLine } from '../chat-page.ts'
import { openOAuthTokens } from '../oauth-tokens.ts'
import { makeDigits, makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface KickUser {
  id: number
  name: string
  email: string
  /** How the chat refuses the bot; Kick gives no reason for either. */
  refuses?: 'forbidden' | 'drop' | 'no-bot' | undefined
}

interface Owner {
  name: string
}

/** The format of a user's name. */
export const namePattern = /^[A-Za-z0-9_]{3,25}$/
/** Kick documents no lifetime of its tokens; developers see two hours. */
const accessSeconds = 2 * 3600

export type Accounts = ReturnType<typeof openAccounts>

/** Opens the stored accounts. A new store gets the app. */
export function openAccounts(state: State) {
  const app = state.collection<string>('kick.app')
  const clientId = (app.clientId ??= makeSecret(20))
  const clientSecret = (app.clientSecret ??= makeSecret(32))
  const users = state.collection<KickUser>('kick.users')
  const messages = state.collection<ChatLine[]>('kick.said')
  const oauth = openOAuthTokens<Owner, { codeChallenge?: string | undefined }>(state, {
    names: { codes: 'kick.codes', grants: 'kick.grants', accesses: 'kick.accesses' },
    accessSeconds,
    makeSecret: { code: () => makeSecret(24), refresh: () => makeSecret(32), access: () => makeSecret(24) },
  })

  return {
    app: { clientId, clientSecret },
    users,
    messages,
    oauth,
    redirects: state.collection<true>('kick.redirects'),
    save: state.save,
    /** Returns the user of this name, who is made if there is none. */
    ensureUser(name: string, email = `${name.toLowerCase()}@viewers.example`): KickUser {
      users[name] ??= { id: Number(makeDigits(8)), name, email }
      messages[name] ??= []
      state.save()
      return users[name]
    },
    /** Issues tokens for a new refresh token. */
    issue(grant: { name: string; scopes: string[] }) {
      const refreshToken = oauth.addGrant({ name: grant.name, scopes: grant.scopes })
      return {
        access_token: oauth.makeAccess({ name: grant.name, scopes: grant.scopes }, refreshToken),
        token_type: 'Bearer',
        refresh_token: refreshToken,
        expires_in: accessSeconds,
        scope: grant.scopes.join(' '),
      }
    },
    /** Ends a refresh token with its access tokens, which the worst reading of Kick's documents allows. */
    endGrant: (refreshToken: string) => oauth.revoke((_owner, own) => own === refreshToken),
    /** Deletes one token, and leaves the others of its grant. */
    deleteToken(token: string): void {
      for (const issued of ['kick.grants', 'kick.accesses']) delete state.collection(issued)[token]
      state.save()
    },
    post(name: string, text: string): string {
      addChatLine(messages, name, { at: new Date().toISOString(), user: 'brimful (bot)', text })
      state.save()
      return crypto.randomUUID()
    },
  }
}
