import { expect, test } from 'vitest'
import { buildOpenOverlay, buildOverlayStatus } from '../../test/builders.ts'
import { chipOf } from './obs-chip.tsx'

function textOf(own: Parameters<typeof buildOpenOverlay>[0], lastShownAt: string | null = null): string {
  return chipOf(buildOverlayStatus({ overlays: [buildOpenOverlay(own)], lastShownAt })).text
}

test('the chip says where the alert box is, what it has shown, and that it is silent', () => {
  expect(textOf({})).toBe('On air in OBS · nothing shown yet')
  expect(textOf({ audio: 'blocked' }, '2026-11-24T12:04:00.000Z')).toMatch(
    /^On air in OBS · last shown .*\d · sound blocked$/,
  )
  expect(textOf({ state: 'obs', audio: 'failed' })).toBe('Open in OBS · nothing shown yet · no sound')
  expect(textOf({ state: 'hidden' })).toMatch(/^Hidden in OBS/)
  expect(textOf({ state: 'visible', isInObs: false, obsVersion: null })).toMatch(/^Open in a browser/)
})

test('without an open alert box the chip claims nothing else', () => {
  const closed = { lastShownAt: '2026-11-24T12:04:00.000Z', notOpenSince: '2026-11-24T13:00:00.000Z' }

  expect(chipOf(buildOverlayStatus(closed))).toEqual({
    text: 'Alert box isn’t open',
    tone: 'off',
  })
  expect(chipOf(buildOverlayStatus()).text).toBe('Alert box isn’t open')
})
