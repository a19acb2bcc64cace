/** Google's people, as far as signing in goes: who somebody is, and whether Google has confirmed the address. */
import { makeDigits } from '../secrets.ts'
import type { State } from '../state.ts'

export interface Person {
  /** What Google calls the account for ever, `sub`; the address may change. */
  id: string
  email: string
  isEmailVerified: boolean
  name: string
}

export interface People {
  list(): Person[]
  find(id: string): Person | undefined
  /** Adds somebody, or changes whoever has that address. */
  put(person: { email: string; name: string; isEmailVerified: boolean }): Person
}

/** Somebody who has no account of the product yet, somebody who may have one, and somebody whose address is not confirmed. */
const first = [
  { email: 'noor.haddad@gmail.example', name: 'Noor Haddad', isEmailVerified: true },
  { email: 'mira@brimful.example', name: 'Mira Vale', isEmailVerified: true },
  { email: 'ada@brimful.example', name: 'Ada Lind', isEmailVerified: true },
  { email: 'sam.reyes@post.example', name: 'Sam Reyes', isEmailVerified: false },
]

/** Opens the people; the first are made with the memory. */
export function openPeople(state: State): People {
  const people = state.collection<Person>('google.people')
  const list = () => Object.values(people)

  function put({ email, name, isEmailVerified }: Omit<Person, 'id'>): Person {
    const known = list().find((person) => person.email.toLowerCase() === email.toLowerCase())
    const person = { id: known?.id ?? makeDigits(21), email, name, isEmailVerified }
    people[person.id] = person
    state.save()
    return person
  }

  if (list().length === 0) first.forEach(put)
  return { list, find: (id) => people[id], put }
}
