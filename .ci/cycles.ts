/** Circles in a graph. */

/** One circle, first node repeated at the end, for each place where `graph` bites its own tail. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()

  function walk(node: string, path: readonly string[]): void {
    const start = path.indexOf(node)
    if (start >= 0) cycles.push([...path.slice(start), node])
    if (start >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }

  for (const node of graph.keys()) walk(node, [])
  return cycles
}
