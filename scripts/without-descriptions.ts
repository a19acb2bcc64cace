import { parseAst } from 'vite'
import type { Plugin } from 'vite'

/** The fields of a call that only the server and its documents read. */
const descriptions = new Set(['summary', 'costs', 'limits', 'bodyLimits', 'scope'])

/** Returns a plugin that leaves out of the site what calls say for documents and the server alone, which pages would load. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/\w+\/[\w-]+-calls\.ts$/ },
      handler: (code) => ({ code: cutDescriptions(code), map: null }),
    },
  }
}

interface Node {
  type: string
  start: number
  end: number
}
interface CallNode extends Node {
  callee: Node & { object?: Node & { name?: string } }
  arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[]
}

/** Returns a module without the descriptions of the calls that it declares. */
export function cutDescriptions(code: string): string {
  const cuts: Node[] = []
  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (isDeclaration(value as CallNode)) {
      const fields = (value as CallNode).arguments[1]?.properties ?? []
      cuts.push(...fields.filter(({ key }) => descriptions.has(key?.name ?? '')))
    } else for (const inner of Object.values(value)) walk(inner)
  }
  walk(parseAst(code).body)
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

/** Whether a node is a call of `creatorCall.post` or of another of `contract/call.ts`. */
function isDeclaration({ type, callee }: CallNode): boolean {
  return type === 'CallExpression' && /^\w+Call$/.test(callee.object?.name ?? '')
}
