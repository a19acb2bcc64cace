/** Reads the imports of a source file with the parser of the build tool. */
import { Visitor, parseSync } from 'vite'

/** Returns every module specifier in `text`: imports, re-exports, `import()` calls and `import('…')` types. */
export function listImports(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const found: string[] = []
  const add = (source: { type: string; value?: unknown } | null) => {
    if (source && typeof source.value === 'string') found.push(source.value)
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program)
  return found
}
