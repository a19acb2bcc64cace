/** Renders Google's consent page, with a choice of channel and of scopes. */
import * as z from 'zod'
import { choice, escapeHtml, hiddenFields, page } from '../page.ts'
import type { Accounts, Channel } from './accounts.ts'

/** The query of the consent page. */
export const consentQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  scope: z.string().min(1),
  state: z.string().optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  login_hint: z.string().optional(),
  include_granted_scopes: z.string().optional(),
})
export type ConsentQuery = z.output<typeof consentQuery>

const meanings: Record<string, string> = {
  'https://www.googleapis.com/auth/youtube.readonly': 'View your YouTube account',
  'https://www.googleapis.com/auth/youtube.force-ssl':
    'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
  'https://www.googleapis.com/auth/youtube': 'Manage your YouTube account',
}

/** Google's full names of the scopes that may be abbreviated. */
const longNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

/** Returns the scopes with the full names that Google uses in its answers. */
export function listScopes(scope: string): string[] {
  return [...new Set(scope.split(' ').filter(Boolean))].map((name) => longNames[name] ?? name)
}

/** Returns whether the user may decline this scope. */
export function isOptional(scope: string): boolean {
  return scope.startsWith('https://www.googleapis.com/auth/youtube')
}

/** Returns the page; its form posts to the same address. */
export function consentPage(accounts: Accounts, query: ConsentQuery): string {
  const channels = Object.values(accounts.channels).sort(
    (a, b) => rank(accounts, query, a) - rank(accounts, query, b),
  )
  const choices = channels.map(({ id, title, email }, at) => {
    const label = `${escapeHtml(title)} <span class="note">${escapeHtml(email)}</span>`
    return choice('radio', 'channel', label, { value: id, isChecked: at === 0 })
  })
  const scopes = listScopes(query.scope).filter(isOptional)
  const ticks = scopes.map((scope) =>
    choice('checkbox', 'granted', escapeHtml(meanings[scope] ?? scope), { value: scope }),
  )
  const host = escapeHtml(new URL(query.redirect_uri).host)
  return page(
    'Sign in with Google',
    `<p>The app at <b>${host}</b> wants access to your Google Account.</p>
<form method="post">${hiddenFields(query)}
<fieldset><legend>Continue with the channel</legend>${choices.join('')}
<label>Or a new channel <input name="newTitle" placeholder="Channel title" autocomplete="off"></label>
</fieldset><h2>What it may do</h2>${ticks.join('') || '<p>See your email address.</p>'}
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Cancel</button></form>`,
  )
}

/** Returns a channel's place in the list: the account in `login_hint` comes first, the bot last. */
function rank(accounts: Accounts, query: ConsentQuery, channel: Channel): number {
  if (channel.email === query.login_hint) return 0
  return channel.id === accounts.app.botChannelId ? 2 : 1
}
