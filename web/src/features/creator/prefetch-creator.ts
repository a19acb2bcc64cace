import { creatorPageCalls } from '../../../../contract/first-calls.ts'
import { askEarly } from '../../lib/prefetch-call.ts'

/** Asks for all that a creator's pages show at first, while their code is on its way. */
export function askForCreator(userName: string): void {
  for (const definition of creatorPageCalls) askEarly(definition, { query: { username: userName } })
}
