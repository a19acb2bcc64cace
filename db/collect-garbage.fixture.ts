/** Lets a test collect garbage, which Node allows only with a flag. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects all garbage of this thread. Nothing else runs meanwhile. */
export const collectGarbage = runInNewContext('gc') as () => void
