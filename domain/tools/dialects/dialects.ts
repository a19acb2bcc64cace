/** All dialects, by name. */
import type { DialectName } from '../../../contract/tools/dialects.ts'
import type { Dialect } from './dialect.ts'
import { koFi } from './ko-fi.ts'
import { standard } from './standard.ts'
import { streamelements } from './streamelements.ts'
import { streamlabs } from './streamlabs.ts'

export const dialectOf: Readonly<Record<DialectName, Dialect>> = {
  standard,
  'ko-fi': koFi,
  streamlabs,
  streamelements,
}
