// @ts-check
/**
 * `npm run advisories` looks for known faults of the packages in package-lock.json, also of those that build and test. It exits with 0 if
 * there are none, 1 if there are, and 2 if it could not look: a registry that is away, or a mirror without advisories, is not "none".
 */
import { SetupError, explain } from './console.mjs'
import { readNpm } from './read-npm.mjs'

/**
 * @typedef {{ severity: string, name: string, range: string, title: string, url: string }} Advisory
 * @typedef {object} Audit
 * @property {string} [message] Why npm could not look.
 * @property {{ summary?: string }} [error]
 * @property {Record<string, { via: (string | Advisory)[] }>} [vulnerabilities]
 * @property {{ vulnerabilities?: { total?: number }, dependencies?: { total?: number } }} [metadata]
 */

/** Looks, prints what was found, and returns the exit code. */
async function lookForAdvisories() {
  // With either setting npm would look nowhere and report that there is nothing.
  const found = /** @type {Audit} */ (await readNpm(['audit', '--json', '--audit=true', '--offline=false']))
  const total = found.metadata?.vulnerabilities?.total
  const looked = found.metadata?.dependencies?.total
  if (total === undefined || !looked) {
    throw new SetupError(found.message || found.error?.summary || 'npm has not said what it found')
  }
  // A package that only needs a faulty one has the other's name as its cause.
  const causes = Object.values(found.vulnerabilities ?? {}).flatMap(({ via }) => via)
  const advisories = causes.filter((cause) => typeof cause === 'object')
  for (const { severity, name, range, title, url } of advisories)
    console.log(`${severity}: ${name} ${range}: ${title} ${url}`)
  console.log(
    total === 0
      ? `No advisories about ${looked} packages.`
      : `${advisories.length} advisories; ${total} of ${looked} packages have or need what they are about.`,
  )
  return total === 0 ? 0 : 1
}

try {
  process.exitCode = await lookForAdvisories()
} catch (error) {
  console.error(`Could not look for advisories. ${explain(error)}`)
  process.exitCode = 2
}
