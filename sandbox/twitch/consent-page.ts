/** "This app would like to …": Twitch's consent page, with a choice of who says yes. */
import * as z from 'zod'
import { escapeHtml, hiddenFields, page } from '../page.ts'
import { type Accounts, botLogin, listUsers } from './accounts.ts'

/** What the app asks of a user: the query of the consent page. */
export const consentWish = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  scope: z.string().default(''),
  state: z.string().optional(),
  force_verify: z.string().optional(),
})
export type ConsentWish = z.output<typeof consentWish>

const meanings: Record<string, string> = {
  'user:read:email': 'View your email address',
  'chat:read': 'View live stream chat messages',
  'chat:edit': 'Send live stream chat messages',
}

/** The page's form goes back to the same address. */
export function consentPage(accounts: Accounts, wish: ConsentWish): string {
  const scopes = wish.scope.split(' ').filter(Boolean)
  const asks = scopes.map((scope) => `<li>${escapeHtml(meanings[scope] ?? scope)}</li>`).join('')
  const people = listUsers(accounts).filter(({ login }) => login !== botLogin)
  const users = [...people, accounts.users[botLogin]!].map(({ login, displayName }, at) => {
    const value = escapeHtml(login)
    return `<label><input type="radio" name="login" value="${value}"${at === 0 ? ' checked' : ''}>
${escapeHtml(displayName)} <span class="quiet">@${value}</span></label>`
  })
  const host = escapeHtml(new URL(wish.redirect_uri).host)
  return page(
    'Authorize with Twitch',
    `<p>The app at <b>${host}</b> would like to:</p><ul>${asks || '<li>Know who you are</li>'}</ul>
<form method="post" class="card">${hiddenFields(wish)}
<fieldset style="border:0;padding:0;margin:0"><legend>Continue as</legend>${users.join('')}
<label>or as somebody new <input type="text" name="newLogin" placeholder="login" autocomplete="off"></label></fieldset>
<p class="row"><button class="main" name="decision" value="authorize">Authorize</button>
<button name="decision" value="cancel">Cancel</button></p></form>`,
  )
}
