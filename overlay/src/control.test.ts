import { expect, test, vi } from 'vitest'
import type { OverlayControl } from '../../contract/sockets.ts'
import { openControl } from './control.ts'

const control = (own: Partial<OverlayControl>): OverlayControl => ({
  version: 1,
  isPaused: false,
  isMuted: false,
  isPanic: false,
  droppedSeq: 0,
  skipped: [],
  skipVersion: 0,
  ...own,
})

test('without a control nothing is held back', () => {
  const { isMuted, isPanic, isPaused, isDropped } = openControl(() => {})
  expect([isMuted(), isPanic(), isPaused(), isDropped(1)]).toEqual([false, false, false, false])
})

test('a control that is older than the known one is ignored', () => {
  const own = openControl(() => {})
  own.receive(control({ version: 3, isPaused: true }))
  own.receive(control({ version: 2 }))
  expect(own.isPaused()).toBe(true)
})

test('alerts are dropped up to a number, and by their own', () => {
  const own = openControl(() => {})
  own.receive(control({ droppedSeq: 4, skipped: [7] }))
  expect([4, 5, 6, 7, 8].map((seq) => own.isDropped(seq))).toEqual([true, false, false, true, false])
})

test('a panic mutes and blanks the page until it ends, whatever a style sheet says', () => {
  const own = openControl(() => {})
  const { style } = document.documentElement
  own.receive(control({ isPanic: true }))
  expect([own.isMuted(), style.display, style.getPropertyPriority('display')]).toEqual([
    true,
    'none',
    'important',
  ])
  own.receive(control({ version: 2 }))
  expect([own.isMuted(), style.display]).toEqual([false, ''])
})

test('each control calls the listener and resolves every wait', async () => {
  const listener = vi.fn<() => void>()
  const own = openControl(listener)
  const waits = [own.change(), own.change()]
  own.receive(control({}))
  await Promise.all(waits)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the page is quiet, without a celebration, while it is muted or paused', () => {
  const own = openControl(() => {})
  const isQuiet = (change: Partial<OverlayControl>) => {
    own.receive(control(change))
    return document.documentElement.classList.contains('quiet')
  }

  expect([isQuiet({ isMuted: true }), isQuiet({ isPaused: true }), isQuiet({})]).toEqual([true, true, false])
})
