import { expect, test } from 'vitest'
import type { OverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import { buildOpenOverlay as build, buildOverlayStatus } from '../../test/builders.ts'
import { healthOf, obsStepOf } from './overlay-status.ts'

const at = '2026-01-05T14:02:00.000Z'

const tab = build({ state: 'visible', obsVersion: null, isInObs: false })

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
  [
    'only a browser has it open',
    { overlays: [tab, tab], lastShownAt: at },
    { kind: 'browser', lastShownAt: at },
  ],
  ['a browser has it open, and OBS', { overlays: [tab, build()] }, { kind: 'several', count: 2 }],
  ['the page is outdated', { overlays: [build({ isOutdated: true })] }, { kind: 'outdated' }],
])('when %s, the creator learns that', (_when, status, health) => {
  expect(healthOf(buildOverlayStatus(status))).toEqual(health)
})

test.each<[string, Partial<OverlayStatus>, string]>([
  ['nothing has shown an alert', { overlays: [build()] }, 'open'],
  ['only a browser has', { overlays: [tab], lastShownAt: at }, 'browser'],
  ['OBS has', { lastShownAt: at, obsShownAt: at, notOpenSince: at }, 'done'],
])('when %s, the step of OBS is %s', (_when, status, step) => {
  expect(obsStepOf(buildOverlayStatus(status))).toBe(step)
})
