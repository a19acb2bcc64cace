/** Finds the browser for the browser tests: an installed Chromium, or the one inside an npm package. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium that this machine can run, or undefined when it has none. */
export async function findChromium(): Promise<string | undefined> {
  const installed = names.map(findOnPath).find((path) => path !== undefined)
  if (installed) return installed
  const onMac = macPaths.find(isExecutable)
  if (onMac) return onMac
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return unpackChromium()
}

/** Returns the path of the program `name` on the PATH, or undefined. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** The package unpacks into TMPDIR. A folder of ours avoids a copy there that belongs to another account. */
async function unpackChromium(): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = resolve('node_modules/.cache/chromium')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
