/** Runs the tests of the alert box in Chromium 127, the browser of OBS since version 31. */
import { describe } from 'vitest'
import { hasObsChromium } from '../scripts/obs-chromium.ts'
import { useObsChromium } from './browser.ts'

describe.skipIf(!hasObsChromium)('in Chromium 127', async () => {
  useObsChromium(127)
  await import('./alert-box.e2e.ts')
  await import('./alert-emoji.e2e.ts')
  await import('./cut-alerts.e2e.ts')
})
