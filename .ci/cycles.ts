/** Returns the cycles of `graph`, each with its first node repeated at the end; empty when the graph has none. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()

  function visit(node: string, path: readonly string[]): void {
    const start = path.indexOf(node)
    if (start >= 0) cycles.push([...path.slice(start), node])
    if (start >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }

  for (const node of graph.keys()) visit(node, [])
  return cycles
}
