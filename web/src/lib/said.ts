/** What the schemas of the contract complain of, in the language of the page. The server's own words come in it already. */
import { lookUpIn } from '../../../contract/said.ts'
import { currentLocale } from './locale.ts'
import { saidMessages } from './said-messages.ts'

const sayIn = lookUpIn(saidMessages)

/** A complaint in the language of the page. */
export function sayHere(english: string): string {
  return sayIn(english, currentLocale())
}
