import type { Rolldown } from 'vite'

/** Returns the chunks that contain these modules, and all chunks that those import statically. */
export function listFirstLoad(
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
): Rolldown.OutputChunk[] {
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`No chunk contains ${module}`)
    load(chunk)
  }
  return [...loaded]
}
