import { expect, test } from 'vitest'
import type { OverlayStatus } from '../../../contract/overlay-calls.ts'
import { buildOpenOverlay as build, buildOverlayStatus } from '../test/builders.ts'
import { healthOf } from './overlay-status.ts'

const at = '2026-01-05T14:02:00.000Z'

test.each<[string, Partial<OverlayStatus>, object]>([
  ['nothing was ever open', {}, { kind: 'never' }],
  ['nothing is open', { notOpenSince: at }, { kind: 'closed', since: at }],
  ['it is on program', { overlays: [build()], lastShownAt: at }, { kind: 'connected', lastShownAt: at }],
  ['no alert was shown yet', { overlays: [build()] }, { kind: 'connected', lastShownAt: null }],
  ['all are hidden', { overlays: [build({ state: 'hidden' })] }, { kind: 'hidden' }],
  [
    'one is in the preview',
    { overlays: [build({ state: 'preview' }), build({ state: 'hidden' })] },
    { kind: 'preview' },
  ],
  ['the sound is blocked', { overlays: [build({ audio: 'blocked' })] }, { kind: 'blocked' }],
  ['the sound has failed', { overlays: [build({ audio: 'failed' }), build()] }, { kind: 'silent' }],
  [
    'one that does not sound is blocked',
    { overlays: [build(), build({ audio: 'blocked', isActive: false })] },
    { kind: 'several', count: 2 },
  ],
  ['the page is outdated', { overlays: [build({ isOutdated: true })] }, { kind: 'outdated' }],
])('when %s, the creator learns that', (_when, status, health) => {
  expect(healthOf(buildOverlayStatus(status))).toEqual(health)
})
