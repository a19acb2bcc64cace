/**
 * Loads a script of another site, once for all who need it. Rejects if it cannot be loaded; the next call then tries again.
 */
export function scriptLoader(name: string): (src: string) => Promise<void> {
  let script: Promise<void> | undefined
  return (src) =>
    (script ??= insertScript(name, src).catch((error: unknown) => {
      script = undefined
      throw error
    }))
}

async function insertScript(name: string, src: string): Promise<void> {
  const element = Object.assign(document.createElement('script'), { src, async: true })
  await new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error(`${name}’s script did not load`)))
    document.head.append(element)
  })
}
