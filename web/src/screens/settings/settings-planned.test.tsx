import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { expect, test } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import {
  changeTimer,
  createTimer,
  getTimerEntries,
  getTimers,
  renameTimer,
} from '../../../../contract/timer/timer-calls.ts'
import type { OwnTimer } from '../../../../contract/timer/timer-calls.ts'
import { defaultTimerRule } from '../../../../contract/timer/timer.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { ProtectedLayout } from '../creator/protected-layout.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { preload, renderRoutes } from '../../test/render.tsx'

preload(
  import.meta.glob([
    './settings-tab-screen.tsx',
    '../../features/settings/planned/*.tsx',
    '../../features/settings/donothon/*.tsx',
    './settings-layout.tsx',
    '../creator-only-layout.tsx',
  ]),
)

const creator = { accountType: 1, brimfulUserName: 'miravale', currency: 'gbp' } as const

function open(address: string, viewer: Parameters<typeof buildSessionUser>[0] = creator) {
  const api = fakeApi({ [getProfile.path]: { json: buildSessionUser(viewer) } })
  renderRoutes(<Route element={<ProtectedLayout />}>{settingsRoutes}</Route>, address)
  return api
}

test("the X screen has three switches, posts that end with the product's tag, and a Save without effect", async () => {
  const api = open('/dashboard/Integrations-setting')

  const on = (name: string) => screen.findByRole('switch', { name })
  expect(await on('Tip towards goal')).toBeChecked()
  expect(await on('Goal funded')).toBeChecked()
  expect(await on('General tip')).not.toBeChecked()
  const posts = screen.getAllByText(/#Brimful$/).map((post) => post.textContent)
  expect(posts).toEqual([
    'Ada just tipped £10 towards A new microphone on Brimful! Thank you! http://localhost:3000/miravale/current-goals #Brimful',
    'A new microphone was just fully funded on Brimful! Thank you! http://localhost:3000/miravale/current-goals #Brimful',
    'Ada just tipped £10 on Brimful! Thank you! http://localhost:3000/miravale #Brimful',
  ])
  const sent = api.requests.length
  await userEvent.click(await on('General tip'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await on('General tip')).toBeChecked()
  expect(api.requests).toHaveLength(sent)
})

test("the donothon screen starts a timer with the typed time and rule, and shows the timer's address", async () => {
  const uid = '00000000-0000-4000-8000-000000000007'
  const api = open('/dashboard/donothon-timer-setting', { ...creator, uid })
  const rule = { ...defaultTimerRule, amount: 500, seconds: 120 }
  const made: OwnTimer = {
    timerId: '00000000-0000-4000-8000-000000000008',
    name: 'Donothon 1',
    status: 'idle',
    endsAt: null,
    restMs: null,
    grantedMs: 0,
    rule,
    cap: { seconds: null, at: null },
    happyHours: [],
    version: 1,
  }
  const running = { ...made, status: 'running', endsAt: new Date(Date.now() + 3_600_000).toISOString() }
  const list = (...timers: object[]) => ({ json: { currency: 'gbp', now: new Date().toISOString(), timers } })
  api.respond(getTimers.path, list())
  api.respond(createTimer.path, { json: made })
  api.respond(changeTimer.path, () => {
    api.respond(getTimers.path, list(running))
    return { json: running }
  })
  api.respond(getTimerEntries.path, { json: { entries: [], hasMore: false } })

  expect(await screen.findByRole('group', { name: 'Starting time' })).toBeVisible()
  expect(screen.getByText('1 GBP = 1 minute')).toBeVisible()
  await userEvent.type(screen.getByLabelText('GBP'), '5')
  await userEvent.type(screen.getByLabelText('adds minutes'), '2')
  expect(screen.getByText('5 GBP = 2 minutes')).toBeVisible()
  expect(screen.getByLabelText('Timer URL')).toHaveValue(
    `http://localhost:3000/overlay?userUID=${uid}&widget=timer#key=••••••••`,
  )
  expect(screen.getByRole('button', { name: 'Add time' })).toBeDisabled()
  await userEvent.type(screen.getAllByLabelText('Hours')[0]!, '1')
  await userEvent.click(screen.getByRole('button', { name: 'Start timer' }))

  expect(await screen.findByRole('button', { name: 'Pause' })).toBeEnabled()
  expect(api.requestsTo(createTimer)[0]!.body).toMatchObject({ rule })
  expect(api.requestsTo(changeTimer)[0]!.body).toMatchObject({ change: { kind: 'start', seconds: 3600 } })
})

test.each(['Integrations-setting', 'donothon-timer-setting'])(
  'a supporter is offered to become a creator at %s',
  async (path) => {
    open(`/dashboard/${path}`, { accountType: 2 })

    expect(await screen.findByRole('button', { name: 'Become a creator' })).toBeVisible()
  },
)

test.each([
  ['GBP', '7'],
  ['Seconds', '30'],
  ['Longest time in hours', '9'],
])('what is typed into “%s” of the donothon is guarded until it is saved', async (label, value) => {
  openRunningTimer()
  const field = await screen.findByLabelText(label)
  expect(asksToLeave()).toBe(false)

  await userEvent.clear(field)
  await userEvent.type(field, value)
  expect(asksToLeave()).toBe(true)
  const save = { GBP: 'Save rule', Seconds: 'Add time' }[label] ?? 'Save limit'
  await userEvent.click(screen.getByRole('button', { name: save }))

  await expect.poll(asksToLeave).toBe(false)
})

/** Returns whether the browser would ask before it leaves the site. */
function asksToLeave(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test.each([
  ['Seconds', 'ten', 'Add time', 'Enter a time in whole hours, minutes and seconds.'],
  ['Hours', '', 'Add time', 'Enter a time in whole hours, minutes and seconds.'],
  ['GBP', '-5', 'Save rule', 'Enter an amount and up to 1,440 minutes.'],
  ['adds minutes', '99999', 'Save rule', 'Enter an amount and up to 1,440 minutes.'],
  ['Longest time in hours', 'x', 'Save limit', 'Enter the hours as a number, or leave the field empty.'],
])('what is wrong in “%s” stands at the field', async (label, value, save, text) => {
  const api = openRunningTimer()
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  if (value) await userEvent.type(field, value)

  await userEvent.click(screen.getByRole('button', { name: save }))

  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(text)
  expect(api.requestsTo(changeTimer)).toHaveLength(0)
  await userEvent.type(field, '1')
  expect(field).toBeValid()
})

test('a timer without a name is not renamed, and the field says why', async () => {
  const api = openRunningTimer()
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }))
  const field = screen.getByLabelText('Name')
  await userEvent.clear(field)
  await userEvent.type(field, ' {Enter}')

  expect(field).toHaveAccessibleDescription('Please enter a name.')
  expect(api.requestsTo(renameTimer)).toHaveLength(0)
})

test('the time for subscriptions and bits is saved in seconds, an empty field adds none, and a wrong one says so', async () => {
  const api = openRunningTimer()
  await userEvent.click(await screen.findByText('Time for subscriptions, bits and follows'))
  await userEvent.type(await screen.findByLabelText('Subscription, tier 2'), '240')
  await userEvent.type(screen.getByLabelText('A follow'), '0')
  await userEvent.type(screen.getByLabelText('100 bits'), '1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))

  expect(await screen.findByText('Enter whole seconds, up to 86,400.')).toBeVisible()
  expect(screen.getByLabelText('100 bits')).toBeInvalid()
  expect(api.requestsTo(changeTimer)).toEqual([])
  await userEvent.clear(screen.getByLabelText('100 bits'))
  await userEvent.type(screen.getByLabelText('100 bits'), '60')
  await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))

  await expect.poll(() => api.requestsTo(changeTimer)).toHaveLength(1)
  const events = { subscription2: 240, bits: 60 }
  expect(api.requestsTo(changeTimer)[0]!.body).toMatchObject({ change: { kind: 'rule', rule: { events } } })
})

test('the history says which event added what', async () => {
  const api = openRunningTimer()
  const entry = { at: new Date().toISOString(), isUndone: false, amount: null, addedMs: 60_000 }
  const id = (no: number) => `00000000-0000-4000-8000-00000000010${no}`
  const shown = { ...entry, kind: 'show', name: 'Ada' }
  api.respond(getTimerEntries.path, {
    json: {
      entries: [
        { ...entry, entryId: id(1), kind: 'show-hidden', name: null, event: null, addedMs: -60_000 },
        { ...shown, entryId: id(2), event: { what: 'gift2', quantity: 50 } },
        { ...shown, entryId: id(3), event: { what: 'bits', quantity: 1_250 } },
        { ...shown, entryId: id(4), name: null, event: { what: 'subscription1', quantity: 1 } },
      ],
      hasMore: false,
    },
  })

  await screen.findByText('× 50')
  const rows = [...document.querySelectorAll('#timer-entries li')]
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Hidden'),
    expect.stringContaining('Gift, tier 2Ada× 50'),
    expect.stringContaining('BitsAda1,250'),
    expect.stringContaining('Subscription, tier 1No name'),
  ])
})

function openRunningTimer() {
  const timer: OwnTimer = {
    timerId: '00000000-0000-4000-8000-000000000008',
    name: 'Donothon 1',
    status: 'running',
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    restMs: null,
    grantedMs: 0,
    rule: defaultTimerRule,
    cap: { seconds: null, at: null },
    happyHours: [],
    version: 1,
  }
  const api = open('/dashboard/donothon-timer-setting')
  const list = (one: OwnTimer) => ({
    json: { currency: 'gbp', now: new Date().toISOString(), timers: [one] },
  })
  api.respond(getTimers.path, list(timer))
  api.respond(getTimerEntries.path, { json: { entries: [], hasMore: false } })
  api.respond(changeTimer.path, (body) => {
    const { change } = body as { change: Partial<OwnTimer> }
    const changed = { ...timer, version: 2, rule: change.rule ?? timer.rule, cap: change.cap ?? timer.cap }
    api.respond(getTimers.path, list(changed))
    return { json: changed }
  })
  return api
}
