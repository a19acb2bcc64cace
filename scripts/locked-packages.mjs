// @ts-check
/** Reads which packages of package-lock.json a part of the workspaces needs. */

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * Returns the paths of the packages that workspaces need, directly or not. Packages that may be missing on a machine are left out.
 * @param {Record<string, Locked>} locked The packages of the lock file by path
 * @param {readonly string[]} workspaces Their folders; '' is the root
 */
export function listNeededBy(locked, workspaces) {
  const needed = new Set(workspaces)
  for (const path of needed) {
    const { dependencies, peerDependencies, devDependencies } = locked[path] ?? {}
    const own = workspaces.includes(path) ? devDependencies : undefined
    for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...own })) {
      const found = findLocked(locked, path, name)
      if (found !== undefined && !locked[found]?.optional) needed.add(found) // the loop continues with what is added
    }
  }
  return [...needed].filter((path) => !workspaces.includes(path))
}

/**
 * Finds a package as Node does: in the folder of who needs it, then in those above.
 * @param {Record<string, Locked>} locked
 * @param {string} from
 * @param {string} name
 */
function findLocked(locked, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (locked[path]) return path
    if (at === '') return undefined
  }
}
