// @ts-check
/** Finds which installed packages a release needs, and what their licences say. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the folders of the packages that the built programs load, with everything that those depend on and this machine has.
 * The programs contain all others (docs/decisions/0036-programs-contain-their-packages.md).
 * @param {string} programs
 */
export function findLoaded(programs) {
  const code = readdirSync(programs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => withoutComments(readFileSync(join(programs, file), 'utf8')))
  const locked = Object.entries(readJson('package-lock.json').packages)
  const names = locked.flatMap(
    ([path, { dev }]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(dev ? '' : path)?.[1] ?? [],
  )
  const loaded = names.filter((name) => {
    const text = `["'\`]${name}(?:/[^"'\`]*)?["'\`]`
    const file = `["'\`]${name}/[^"'\`\\s]+\\.(?:ttf|woff2?)["'\`]` // a font is read by its path
    const use = new RegExp(
      `${file}|^import\\b[^;\\n]*?${text}|\\b(?:import|__require|require|resolve)\\(\\s*${text}`,
      'm',
    )
    return code.some((program) => use.test(program))
  })
  return listNeeded(loaded)
}

/** Removes lines of comments, because packages show in them how they are imported. @param {string} code */
function withoutComments(code) {
  return code.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
}

/**
 * Returns the folders of packages and of all that they depend on, each once, in the order of their names. Packages that are optional
 * on another machine are left out here.
 * @param {string[]} names
 */
export function listNeeded(names) {
  const folders = new Set(names.map((name) => findFolder(name, '')).filter((folder) => folder !== undefined))
  for (const folder of folders) {
    const { dependencies = {}, optionalDependencies = {} } = readJson(join(folder, 'package.json'))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = findFolder(name, folder)
      if (found !== undefined) folders.add(found) // the loop continues with what is added
    }
  }
  return [...folders].toSorted()
}

/** Finds a package as Node does: in the folder of who needs it, then in those above. @param {string} name @param {string} from */
function findFolder(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === '') return undefined
  }
}

/**
 * Returns a text with the name, version, licence and notices of each package, and where its source is.
 * @param {string[]} folders
 */
export function toNotices(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license, homepage, repository } = readJson(join(folder, 'package.json'))
    const source = (typeof repository === 'string' ? repository : repository?.url) ?? homepage ?? ''
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.isFile() && /^(licen[cs]e|notice|copying|copyright)/i.test(file.name))
      .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
    return [`${name} ${version}, ${license ?? 'see below'}`, source, '', ...texts].join('\n').trim()
  })
  return `Brimful contains these packages of others.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
