import type { Rolldown } from 'vite'

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/** Modules that only export others. What is needed of those follows from the names that the importers of the index use. */
const index =
  /lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.|i18n\/compiled\/messages(\/_index)?\.js$/

/**
 * Returns a function that says whether the modules matching `entries` need a module, directly or not, without loading anything
 * later. With it, code that a page does not need stays out of the files that it loads first.
 */
export function neededBy(entries: RegExp): (id: string, modules: Modules) => boolean {
  const findUsers = remember(usersOf)
  return (id, modules) => {
    const seen = new Set([id])
    for (const user of seen) {
      if (entries.test(user)) return true
      for (const next of findUsers(user, modules)) seen.add(next) // the loop continues with what is added
    }
    return false
  }
}

/** Returns the modules that import a module; through an index, those that contain a name it is exported under. */
function usersOf(id: string, modules: Modules): string[] {
  const importers = modules.getModuleInfo(id)?.importers ?? []
  const direct = importers.filter((importer) => !index.test(importer))
  const indexes = importers.filter((importer) => index.test(importer))
  if (indexes.length === 0 || index.test(id)) return direct
  const names = namesOf(id, indexes, modules)
  const others = indexes.flatMap((each) => importersThrough(each, modules))
  return [...direct, ...others.filter((other) => names.some((name) => wordsOf(other, modules).has(name)))]
}

/** Returns the importers of an index, also those that import it through another index. */
const importersThrough = remember((id: string, modules: Modules): string[] => {
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.flatMap((each) => (index.test(each) ? importersThrough(each, modules) : each))
})

/** Returns the names that indexes export a module under: an icon has several; a message has its file's name. */
function namesOf(id: string, indexes: string[], modules: Modules): string[] {
  const file = id.slice(id.lastIndexOf('/') + 1)
  const named = indexes.flatMap((each) => exportsOf(each, modules).get(file) ?? [])
  return [file.replace(/\.\w+$/, ''), ...named]
}

/** Returns the names that an index exports, by the files that they come from. */
const exportsOf = remember((id: string, modules: Modules) => {
  const code = modules.getModuleInfo(id)?.code ?? ''
  const lines = code.matchAll(/export \{([^}]*)\} from ["'][^"']*\/([^/"']+)["']/g)
  return new Map(
    [...lines].map(([, names = '', file = '']) => [
      file,
      [...names.matchAll(/ as (\w+)/g)].map(([, name]) => name!),
    ]),
  )
})

const wordsOf = remember(
  (id: string, modules: Modules) => new Set(modules.getModuleInfo(id)?.code?.match(/\w+/g)),
)

/** Makes a function keep its results by id. A build reads each module once. */
function remember<R>(compute: (id: string, modules: Modules) => R): typeof compute {
  const results = new Map<string, R>()
  return (id, modules) => {
    if (!results.has(id)) results.set(id, compute(id, modules))
    return results.get(id)!
  }
}
