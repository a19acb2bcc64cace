/** What a chat platform adds to the configuration. */
import type * as z from 'zod'
import type { Variable } from '../variable-kinds.ts'

export interface PlatformConfig {
  /** Its section of the documents. */
  title: string
  /** The variables for operators. */
  variables: Readonly<Record<string, Variable>>
  /** The variables with the addresses of its stand-in, which production refuses. */
  standIns: Readonly<Record<string, Variable>>
  /** If this variable is set, the platform is real, and no stand-in sets any of the others. */
  key?: string
  /** For each variable, the other variables that must be set if it is. */
  needs: Readonly<Record<string, readonly string[]>>
}

/** The values of some variables. */
export type Values<Variables extends Readonly<Record<string, Variable>>> = z.output<
  z.ZodObject<{ [N in keyof Variables]: Variables[N]['schema'] }>
>
