/** Lets the file of a check run as a program as well. */
import { fileURLToPath } from 'node:url'

/**
 * Runs a check if the file at `url` was started as a program: on the folder in the first argument, by default the current one.
 * Prints the problems and where to find their rules; with problems, the exit code is 1.
 */
export function runCheck(url: string, check: (root: string) => string[], rules: string): void {
  if (process.argv[1] !== fileURLToPath(url)) return
  const problems = check(process.argv[2] ?? '.')
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) return
  console.error(`The rules are in ${rules}.`)
  process.exitCode = 1
}
