/** Runs the tests of the alert box in Chromium 103, the browser of OBS up to version 30. */
import { describe } from 'vitest'
import { hasObsChromium } from '../scripts/obs-chromium.ts'
import { useObsChromium } from './browser.ts'

describe.skipIf(!hasObsChromium)('in Chromium 103', async () => {
  useObsChromium(103)
  await import('./alert-box.e2e.ts')
  await import('./alert-emoji.e2e.ts')
  await import('./cut-alerts.e2e.ts')
})
