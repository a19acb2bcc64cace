/** Starts the browser of the browser tests. */
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'

/** Switches off what the browser does by itself: updates, sync, the first-run page, background requests. */
const args = [
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Starts a headless Chromium. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium on the PATH, and the packaged one is for Linux on x64 only.')
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? [...args, '--no-sandbox'] : args })
}
