/** Stores the Google accounts that can sign in. */
import { makeDigits } from '../secrets.ts'
import type { State } from '../state.ts'

export interface GoogleAccount {
  /** Google's permanent id of the account, the claim `sub`; the email address may change. */
  id: string
  email: string
  isEmailVerified: boolean
  name: string
}

export type GoogleAccounts = ReturnType<typeof openGoogleAccounts>

/**
 * Accounts for trying out: one that is unknown to the product, one with the email of a demo account, and one whose address Google
 * has not confirmed.
 */
const seedAccounts = [
  { email: 'noor.haddad@gmail.example', name: 'Noor Haddad', isEmailVerified: true },
  { email: 'mira@brimful.example', name: 'Mira Vale', isEmailVerified: true },
  { email: 'ada@brimful.example', name: 'Ada Lind', isEmailVerified: true },
  { email: 'sam.reyes@post.example', name: 'Sam Reyes', isEmailVerified: false },
]

/** Opens the stored accounts. In a new store these are the seed accounts. */
export function openGoogleAccounts(state: State) {
  const people = state.collection<GoogleAccount>('google.people')
  const list = () => Object.values(people)

  /** Adds an account, or updates the one with this email address. */
  function put({ email, name, isEmailVerified }: Omit<GoogleAccount, 'id'>): GoogleAccount {
    const known = list().find((person) => person.email.toLowerCase() === email.toLowerCase())
    const person = { id: known?.id ?? makeDigits(21), email, name, isEmailVerified }
    people[person.id] = person
    state.save()
    return person
  }

  if (list().length === 0) seedAccounts.forEach(put)
  return { list, find: (id: string) => people[id], put }
}
