/**
 * The tests that our stand-ins are like the providers. They take minutes, and their outcome changes with the stand-ins, our gateways and
 * the providers' SDKs only. So `npm test` runs them if one of these has changed since they last passed; `npm run test:full` always does.
 * `.ci/stand-ins-passed` has the hash of what they last passed with, and is committed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chatPlatform } from '../contract/chat/platforms.ts'
import { listFiles } from '../.ci/files.ts'

/** The tests, as globs. */
export const standInTests = [
  '**/*conformance.test.ts',
  'sandbox/{paypal,stripe,mail,push}/*.test.ts',
  `sandbox/{${chatPlatform.options.join(',')}}/*.test.ts`,
]

/** Matches the paths of what the tests are about. */
export const sources =
  /^(sandbox|domain\/(payments\/(paypal|stripe|provider)|chat|mail)|workers\/chat)\/|^domain\/accounts\/google-/

/** The packages whose version matters. */
export const packages = [
  'stripe',
  '@paypal/paypal-server-sdk',
  'tmi.js',
  'googleapis',
  'nodemailer',
  '@discordjs/rest',
]

const record = '.ci/stand-ins-passed'

/** Returns whether the sources below `root` are those that the tests last passed with. */
export function areStandInsUnchanged(root = '.'): boolean {
  const path = join(root, record)
  return existsSync(path) && readFileSync(path, 'utf8').trim() === hashSources(root)
}

/** Notes that the tests have passed with the sources that are below `root` now. */
export function recordStandIns(root = '.'): void {
  writeFileSync(join(root, record), `${hashSources(root)}\n`)
}

function hashSources(root: string): string {
  const { packages: installed } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const hash = createHash('sha256')
  for (const path of listFiles(root)
    .filter((file) => sources.test(file))
    .toSorted())
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  for (const name of packages) hash.update(`${name} ${installed[`node_modules/${name}`]?.version}\n`)
  return hash.digest('hex')
}

interface Lock {
  packages: Record<string, { version?: string } | undefined>
}
