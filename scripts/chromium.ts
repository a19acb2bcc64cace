/**
 * Finds a browser for the browser tests: on Linux on x64 the one in an npm package, elsewhere an installed one. The packaged one
 * is a headless shell, which draws no window: the same tests cost it half the CPU time of a desktop Chromium, and everybody runs
 * the same version.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import { findOnPath, isExecutable } from './find-on-path.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium that this machine can run, or undefined when it has none. */
export async function findChromium(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const onPath = names.map(findOnPath).find((path) => path !== undefined)
  return onPath ?? macPaths.find(isExecutable)
}

/**
 * Unpacks Chromium from its npm package, unless a complete copy is there. Several processes may do so at once: each unpacks into a
 * folder of its own, and the first one to finish gives its folder the final name.
 */
async function unpackChromium(): Promise<string> {
  const folder = resolve('node_modules/.cache/chromium')
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    const own = mkdtempSync(`${folder}-`)
    await findExecutable(own)
    await rename(own, folder).catch(() => rmSync(own, { recursive: true })) // another process was first
  }
  return findExecutable(folder)
}

/**
 * Returns the path of the executable, which the package unpacks into TMPDIR if it is not there. This sets TMPDIR to a folder of
 * ours, because a copy in the shared folder may belong to another user.
 */
async function findExecutable(folder: string): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
