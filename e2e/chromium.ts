/** The browser of the browser tests: one that is installed, else the one that comes inside an npm package. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
import type { Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Nothing but the pages under test: no update, no sync, no first-run page, no traffic of its own. */
const args = [
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Starts a browser without a window. Close it when done. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium on the PATH, and the packaged one is for Linux on x64 only.')
  const isRoot = process.getuid?.() === 0
  return playwright.launch({ executablePath, args: isRoot ? [...args, '--no-sandbox'] : args })
}

/** Closes all pages: what stays open goes on drawing its waves, and takes that time from the next test. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** The path of a Chromium that this machine can run; undefined when there is none. */
export async function findChromium(): Promise<string | undefined> {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const installed = [...onPath, ...macPlaces].find(isExecutable)
  if (installed) return installed
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return unpack()
}

/** The package unpacks into the folder for temporary files, where another account's copy may lie: ours is beside it. */
async function unpack(): Promise<string> {
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
