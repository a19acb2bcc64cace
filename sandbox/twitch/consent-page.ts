/** Renders Twitch's consent page, with a choice of user. */
import * as z from 'zod'
import { choice, escapeHtml, hiddenFields, page } from '../page.ts'
import { type Accounts, botLogin, listUsers } from './accounts.ts'

/** The query of the consent page. */
export const consentQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  scope: z.string().default(''),
  state: z.string().optional(),
  force_verify: z.string().optional(),
})
export type ConsentQuery = z.output<typeof consentQuery>

const meanings: Record<string, string> = {
  'user:read:email': 'View your email address',
  'chat:read': 'View live stream chat messages',
  'chat:edit': 'Send live stream chat messages',
  'channel:bot': 'Let the bot of this app join your chat',
  'moderator:read:followers': 'Read who follows your channel',
  'channel:read:subscriptions': 'Read who subscribes to your channel',
  'bits:read': 'Read the bits of your channel',
}

/** Returns the page; its form posts to the same address. */
export function consentPage(accounts: Accounts, query: ConsentQuery): string {
  const scopes = query.scope.split(' ').filter(Boolean)
  const items = scopes.map((scope) => `<li>${escapeHtml(meanings[scope] ?? scope)}</li>`).join('')
  const others = listUsers(accounts).filter(({ login }) => login !== botLogin)
  const users = [...others, accounts.users[botLogin]!].map(({ login, displayName }, at) => {
    const label = `${escapeHtml(displayName)} <span class="note">@${escapeHtml(login)}</span>`
    return choice('radio', 'login', label, { value: login, isChecked: at === 0 })
  })
  const host = escapeHtml(new URL(query.redirect_uri).host)
  return page(
    'Authorize with Twitch',
    `<p>The app at <b>${host}</b> would like to:</p><ul>${items || '<li>See who you are</li>'}</ul>
<form method="post">${hiddenFields(query)}
<fieldset><legend>Continue as</legend>${users.join('')}
<label>Or as a new user <input name="newLogin" placeholder="login" autocomplete="off"></label></fieldset>
<button class="primary" name="decision" value="authorize">Authorize</button>
<button name="decision" value="cancel">Cancel</button></form>`,
  )
}
