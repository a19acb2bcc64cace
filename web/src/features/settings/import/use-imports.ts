import { getImports } from '../../../../../contract/imports/import-calls.ts'
import { useCall } from '../../../lib/calls/use-call.ts'

/** How often the imports are loaded again, in milliseconds: while one moves, and otherwise. */
const refetchMs = { moving: 1_500, idle: 60_000 }

/** Loads the creator's imports, and follows those that are being counted or taken out. */
export function useImports() {
  return useCall(
    getImports,
    {},
    {
      staleTime: 0,
      refetchInterval: (found) => {
        const isMoving = found?.imports.some(({ state }) => state === 'importing' || state === 'removing')
        return isMoving ? refetchMs.moving : refetchMs.idle
      },
    },
  )
}

export type Imports = ReturnType<typeof useImports>
