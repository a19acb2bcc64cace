/** Runs the tests of long alerts in Chromium 103, the browser of OBS up to version 30. */
import { describe } from 'vitest'
import { hasObsChromium } from '../scripts/obs-chromium.ts'
import { useObsChromium } from './browser.ts'

describe.skipIf(!hasObsChromium)('in Chromium 103', async () => {
  useObsChromium(103)
  await import('./alert-fit.full.ts')
})
