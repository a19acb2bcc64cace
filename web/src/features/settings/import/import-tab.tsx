import { ImportCard } from './import-card.tsx'
import { ImportsCard } from './imports-card.tsx'
import { useImports } from './use-imports.ts'

/** Where creators bring the tips that they received elsewhere. */
export function ImportTab() {
  const imports = useImports()
  return (
    <div className="grid grid-cols-1 items-start gap-4">
      <ImportCard imports={imports} />
      <ImportsCard imports={imports} />
    </div>
  )
}
