/** Google's pages: "Choose an account", between the product and Google's answer, and who there is. */
import { escapeHtml, page } from '../page.ts'
import type { Person } from './people.ts'

/** The form goes back to the same address; `host` is the app that asks. */
export function signInPage(people: readonly Person[], host: string, hint: string | undefined): string {
  const known = people.toSorted((a, b) => rank(a, hint) - rank(b, hint))
  const choices = known.map(
    ({
      id,
      name,
      email,
      isEmailVerified,
    }) => `<button name="account" value="${escapeHtml(id)}" class="account">
<b>${escapeHtml(name)}</b> <span class="quiet">${escapeHtml(email)}${isEmailVerified ? '' : ' (address not confirmed)'}</span></button>`,
  )
  return page(
    'Sign in with Google',
    `<style>.account { display: block; width: 100%; margin: 8px 0; border-radius: 12px; text-align: left;
overflow-wrap: anywhere }</style>
<p>Choose an account to continue to <b>${escapeHtml(host)}</b>. It is told your name and your e-mail address.</p>
<form method="post" class="card">${choices.join('')}</form>
<form method="post" class="card"><h2 style="margin-top:0">Use another account</h2>
<label>Name <input type="text" name="name" required maxlength="80" autocomplete="off"></label>
<label>E-mail <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label><input type="checkbox" name="confirmed" checked> Google has confirmed this address</label>
<p class="row"><button class="main">Continue</button></p></form>
<form method="post"><button name="cancel" value="yes">Cancel</button></form>`,
  )
}

/** Who has an account at this Google. */
export function peoplePage(people: readonly Person[]): string {
  const rows = people.map(
    ({ name, email, isEmailVerified }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(email)}</td><td>${isEmailVerified ? 'confirmed' : 'not confirmed'}</td></tr>`,
  )
  return page(
    'Google',
    `<p>Who can sign in with Google here. On the way in, anybody else can be added.</p>
<table><tr><th>Name</th><th>E-mail</th><th>Address</th></tr>${rows.join('')}</table>`,
  )
}

function rank({ email }: Person, hint: string | undefined): number {
  return email === hint ? 0 : 1
}
