import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

const ignoredFolders = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  'coverage',
  'compiled',
  'project.inlang',
])

/** Matches the names of files that contain code. */
export const code = /\.(ts|tsx|mts|js|mjs)$/
/** Matches the paths of files that only tests import. */
export const testOnly =
  /(\.(test|full|e2e|fixture)\.tsx?$|^web\/([^/]+\/)*test-(?!alert)[^/]+$|^web\/src\/test\/)/

/** Returns the paths of all files below `root`, except those that are installed, built or generated. */
export function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listFiles(root, path)
    return [path]
  })
}
