/** "This app wants access to your Google Account": the consent page, with a choice of channel and of what to allow. */
import * as z from 'zod'
import { escapeHtml, hiddenFields, page } from '../page.ts'
import type { Accounts, Channel } from './accounts.ts'

/** What the app asks of an account: the query of the consent page. */
export const consentWish = z.object({
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
export type ConsentWish = z.output<typeof consentWish>

const meanings: Record<string, string> = {
  'https://www.googleapis.com/auth/youtube.readonly': 'View your YouTube account',
  'https://www.googleapis.com/auth/youtube.force-ssl':
    'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
  'https://www.googleapis.com/auth/youtube': 'Manage your YouTube account',
}

/** Google's long names for the short ones. */
const longNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

/** The scopes as Google writes them in its answers. */
export function listScopes(scope: string): string[] {
  return [...new Set(scope.split(' ').filter(Boolean))].map((name) => longNames[name] ?? name)
}

/** Whether the account may leave this one out: who somebody is cannot be unticked. */
export function isOptional(scope: string): boolean {
  return scope.startsWith('https://www.googleapis.com/auth/youtube')
}

/** The page's form goes back to the same address. */
export function consentPage(accounts: Accounts, wish: ConsentWish): string {
  const channels = Object.values(accounts.channels).sort(
    (a, b) => rank(accounts, wish, a) - rank(accounts, wish, b),
  )
  const choices = channels.map(
    ({ id, title, email }, at) => `<label><input type="radio" name="channel" value="${escapeHtml(id)}"
${at === 0 ? 'checked' : ''}> ${escapeHtml(title)} <span class="quiet">${escapeHtml(email)}</span></label>`,
  )
  const scopes = listScopes(wish.scope).filter(isOptional)
  const ticks = scopes.map(
    (scope) => `<label><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked>
${escapeHtml(meanings[scope] ?? scope)}</label>`,
  )
  const host = escapeHtml(new URL(wish.redirect_uri).host)
  return page(
    'Sign in with Google',
    `<p>The app at <b>${host}</b> wants access to your Google Account.</p>
<form method="post" class="card">${hiddenFields(wish)}
<fieldset style="border:0;padding:0;margin:0"><legend>Continue with the channel</legend>${choices.join('')}
<label>or with a new channel <input type="text" name="newTitle" placeholder="Channel title" autocomplete="off"></label>
</fieldset><h2>What it may do</h2>${ticks.join('') || '<p>See your e-mail address.</p>'}
<p class="row"><button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Cancel</button></p></form>`,
  )
}

/** The account that the app hints at comes first, the bot last. */
function rank(accounts: Accounts, wish: ConsentWish, channel: Channel): number {
  if (channel.email === wish.login_hint) return 0
  return channel.id === accounts.app.botChannelId ? 2 : 1
}
