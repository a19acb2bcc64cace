/** The last release: the commit whose id `.ci/last-release` has. The file is absent while nothing is released. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const file = '.ci/last-release'

/**
 * Returns the commit of the last release; undefined if there is none, or if this clone lacks it, which the log then says: a clone may
 * be shallow, also in CI, and an archive has no history at all.
 */
export function findLastRelease(): string | undefined {
  if (!existsSync(file)) return undefined
  const commit = readFileSync(file, 'utf8').trim()
  if (hasCommit(commit)) return commit
  console.log(
    `The last release, ${commit}, is not in this clone ("git fetch --unshallow"): what is compared with it is skipped`,
  )
  return undefined
}

/** Returns the text of each file that the last release has in these folders, by its path; nothing if there is no release. */
export function readLastRelease(folders: readonly string[]): Record<string, string> {
  const commit = findLastRelease()
  if (!commit) return {}
  const paths = git('ls-tree', '-r', '--name-only', commit, '--', ...folders)
    .trim()
    .split('\n')
  return Object.fromEntries(paths.map((path) => [path, git('show', `${commit}:${path}`)]))
}

function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
