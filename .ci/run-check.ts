/** Lets the file of a check run as a program. */
import { fileURLToPath } from 'node:url'

/**
 * Does nothing unless the file at `url` is the program. Then it checks the tree at the first argument, or this one, and prints
 * the problems and where their rules are; the exit code is 1 when there is a problem.
 */
export function runCheck(url: string, check: (root: string) => string[], rules: string): void {
  if (process.argv[1] !== fileURLToPath(url)) return
  const problems = check(process.argv[2] ?? '.')
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) return
  console.error(`The rules are in ${rules}.`)
  process.exitCode = 1
}
