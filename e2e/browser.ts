/** Starts the Chromium that the browser tests run in. */
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'
import { getObsChromium } from '../scripts/obs-chromium.ts'
import type { ObsChromium } from '../scripts/obs-chromium.ts'

/** Switches off the browser's own activity: updates, sync, the first-run page, background requests. */
const args = [
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

let obsVersion: ObsChromium | undefined

/** Makes the tests of this file run in a version of Chromium that OBS contains. */
export function useObsChromium(version: ObsChromium): void {
  obsVersion = version
}

/** Starts a headless Chromium: an installed one, unless `useObsChromium` has chosen another. The caller closes it. */
export async function launchChromium(version = obsVersion): Promise<Browser> {
  const executablePath = version ? await getObsChromium(version) : await findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium on the PATH, and the packaged one is for Linux on x64 only.')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath, args: isRoot ? [...args, '--no-sandbox'] : args })
  // Playwright's 30 seconds are too short for a page that loads beside many others on a slow machine.
  browser.on('context', (context) => context.setDefaultTimeout(90_000))
  return browser
}
