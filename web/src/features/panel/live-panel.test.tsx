/** Tests what the panel does for a live phone: its facts, the screen that stays on, vibration, and installing. */
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { getOverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import { getOwnGoals } from '../../../../contract/goals/own-goal-calls.ts'
import { getInsights } from '../../../../contract/insights/insight-calls.ts'
import { changeTimer, getTimers } from '../../../../contract/timer/timer-calls.ts'
import { defaultTimerRule } from '../../../../contract/timer/timer.ts'
import { useAppBadge } from '../../lib/app-badge.ts'
import { vibrate } from '../../lib/haptics.ts'
import { listenForInstall } from '../../lib/install-prompt.ts'
import { buildGoal } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { LiveFacts } from './live-facts.tsx'
import { InstallRow, KeepAwake } from './phone-rows.tsx'

const now = '2026-11-24T12:00:00.000Z'
const timer = {
  timerId: '00000000-0000-4000-8000-000000000001',
  name: 'Donothon',
  version: 1,
  status: 'paused',
  endsAt: null,
  restMs: 600_000,
  grantedMs: 600_000,
  rule: defaultTimerRule,
  cap: { seconds: null, at: null },
  happyHours: [],
}

afterEach(() => {
  for (const name of ['wakeLock', 'vibrate', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name)
  localStorage.clear()
})

function plant(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true })
}

test('a live creator sees the alert box, today’s total, the goal at hand and the timer, and adds time by a tap', async () => {
  const api = fakeApi({
    [getOverlayStatus.path]: {
      json: { overlays: [], notOpenSince: now, lastShownAt: null, obsShownAt: null },
    },
    [getInsights.path]: {
      json: {
        currency: 'gbp',
        days: [
          { day: '2026-11-23', amount: 900, tips: 1 },
          { day: '2026-11-24', amount: 4200, tips: 3 },
        ],
        total: 5100,
        tips: 4,
        before: 0,
        allTime: 5100,
        imported: 0,
      },
    },
    [getOwnGoals.path]: {
      json: [
        { ...ownGoal('Old', 'COMPLETED') },
        { ...ownGoal('A kiln', 'ACTIVE') },
        { ...ownGoal('Tiles', 'ACTIVE') },
      ],
    },
    [getTimers.path]: { json: { currency: 'gbp', now, timers: [timer] } },
    [changeTimer.path]: { json: { ...timer, restMs: 900_000 } },
  })
  renderPage(<LiveFacts creatorUid="b7b7a3c8-6a4e-4b86-9d2f-0f8f3a0c1d2e" isBare={false} />)

  expect(await screen.findByText('£42')).toBeVisible()
  expect(await screen.findByText('A kiln')).toBeVisible()
  expect(screen.queryByText('Tiles')).toBeNull()
  const chip = await screen.findByRole('link', { name: 'Alert box isn’t open' })
  expect(chip).toHaveAttribute('href', '/dashboard/stream-setting#obs')
  await userEvent.click(await screen.findByRole('button', { name: 'Add 5 minutes to the timer' }))
  await waitFor(() =>
    expect(api.requestsTo(changeTimer)).toMatchObject([
      { body: { change: { kind: 'adjust', seconds: 300 } } },
    ]),
  )
})

test('the screen stays on, also after the page was hidden, and may go off when the panel is left', async () => {
  const locks: { released: boolean; release: () => Promise<void>; addEventListener: () => void }[] = []
  plant('wakeLock', {
    async request() {
      const lock = {
        released: false,
        addEventListener: () => {},
        release: async () => void (lock.released = true),
      }
      locks.push(lock)
      return lock
    },
  })
  const { unmount } = renderPage(<KeepAwake />)
  const button = screen.getByRole('button', { name: 'Keep the screen on' })
  expect(button).toHaveAttribute('aria-pressed', 'false')

  await userEvent.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'))
  expect(locks).toHaveLength(1)
  locks[0]!.released = true // as browsers do when the page is hidden
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(locks).toHaveLength(2))

  unmount()
  await waitFor(() => expect(locks[1]!.released).toBe(true))
})

test('what can be installed is offered once, and not after it was turned down', async () => {
  listenForInstall()
  renderPage(<InstallRow />)
  const prompt = vi.fn<() => Promise<object>>(async () => ({}))
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })))
  await userEvent.click(await screen.findByRole('button', { name: 'Install' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Install' })).toBeNull())
  expect(prompt).toHaveBeenCalledOnce()

  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })))
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})

test('the icon has the number that waits, and the device vibrates if it can', () => {
  const setAppBadge = vi.fn<() => Promise<void>>(async () => {})
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => {})
  plant('setAppBadge', setAppBadge)
  plant('clearAppBadge', clearAppBadge)
  const { rerender } = renderHook(({ count }) => useAppBadge(count), { initialProps: { count: 3 } })
  rerender({ count: 0 })
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3)
  expect(clearAppBadge).toHaveBeenCalledOnce()

  vibrate('alarm') // a device without it does nothing
  const shake = vi.fn<() => boolean>(() => true)
  plant('vibrate', shake)
  vibrate('alarm')
  expect(shake).toHaveBeenCalledExactlyOnceWith([70, 50, 70])
})

function ownGoal(title: string, status: string) {
  const goal = buildGoal({ title, goaluuid: crypto.randomUUID() })
  return { ...goal, status, isMoneyIn: false, isFunded: false, hasLostMoney: false, isHidden: false }
}
