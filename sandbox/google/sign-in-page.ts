/** Renders the Google stand-in's pages: "Choose an account", and the list of accounts. */
import { choice, escapeHtml, page, table } from '../page.ts'
import type { GoogleAccount } from './accounts.ts'

/** Returns the page on which the user chooses an account for the app at `host`. Its form posts to the same address. */
export function signInPage(
  accounts: readonly GoogleAccount[],
  host: string,
  hint: string | undefined,
): string {
  const sorted = accounts.toSorted((a, b) => Number(b.email === hint) - Number(a.email === hint))
  const choices = sorted.map(({ id, name, email, isEmailVerified }) => {
    const note = `${escapeHtml(email)}${isEmailVerified ? '' : ' (not verified)'}`
    return `<button name="account" value="${escapeHtml(id)}" class="account">
<b>${escapeHtml(name)}</b> <span class="note">${note}</span></button>`
  })
  return page(
    'Sign in with Google',
    `<p>Choose an account to continue to <b>${escapeHtml(host)}</b>, which will see your name and email address.</p>
<form method="post">${choices.join('')}</form>
<form method="post"><h2>Use another account</h2>
<label>Name <input name="name" required maxlength="80" autocomplete="off"></label>
<label>Email <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
${choice('checkbox', 'confirmed', 'Google has verified this address')}
<button class="primary">Continue</button></form>
<form method="post"><button name="cancel" value="yes">Cancel</button></form>`,
  )
}

/** Returns the list of accounts. */
export function accountsPage(accounts: readonly GoogleAccount[]): string {
  const rows = accounts.map(({ name, email, isEmailVerified }) => [
    escapeHtml(name),
    escapeHtml(email),
    isEmailVerified ? 'verified' : 'not verified',
  ])
  return page(
    'Google',
    `<p>These accounts can sign in with Google. You can add another one while signing in.</p>
${table(['Name', 'Email', 'Address'], rows)}`,
  )
}
