import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { changePanel, getPanel, getPanelAlertBox } from '../../../../contract/panel/panel-calls.ts'
import type { PanelChange, PanelShow, PanelState, PanelTip } from '../../../../contract/panel/panel.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { ControlPanel } from './control-panel.tsx'
import { entryIdOf, mergeShows, mergeTips, toFeed, usePanel } from './use-panel.ts'

const creatorUid = 'b7b7a3c8-6a4e-4b86-9d2f-0f8f3a0c1d2e'
const state: PanelState = {
  creatorUid,
  creatorName: 'Mira',
  version: 1,
  isPaused: false,
  isMuted: false,
  isPanic: false,
  isShowing: false,
  waiting: 0,
  undoable: [],
  isOwner: true,
  review: null,
  moderatorsSeeAmounts: false,
}

function tipOf(no: number, own: Partial<PanelTip> = {}): PanelTip {
  return {
    tipId: `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`,
    no,
    name: `Supporter ${no}`,
    message: null,
    hasPrivateMessage: false,
    amount: 500,
    currency: 'gbp',
    goalTitle: null,
    status: 'waiting',
    at: '2026-11-24T12:00:00.000Z',
    ...own,
  }
}

function showOf(no: number, own: Partial<PanelShow> = {}): PanelShow {
  return {
    showEventId: `00000000-0000-4000-9000-${String(no).padStart(12, '0')}`,
    kind: 'cheer',
    source: 'tool',
    name: `Viewer ${no}`,
    title: null,
    message: null,
    quantity: 1_000,
    unit: null,
    tool: 'Stream Deck',
    status: 'waiting',
    at: '2026-11-24T12:00:00.000Z',
    ...own,
  }
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

function Panel() {
  return <ControlPanel panel={usePanel(creatorUid)} />
}

/** Shows the panel with these tips. Changes succeed, and lead to what `after` returns. */
function open(
  tips: PanelTip[],
  after: (change: PanelChange) => Partial<PanelState> = () => ({}),
  shows: PanelShow[] = [],
) {
  let version = 1
  const api = fakeApi({
    [getPanel.path]: { json: { panel: state, tips, shows } },
    [changePanel.path]: (body) => {
      version += 1
      return { json: { panel: { ...state, version, ...after((body as { change: PanelChange }).change) } } }
    },
  })
  renderPage(<Panel />)
  const changes = () =>
    api.requestsTo(changePanel).map(({ body }) => (body as { change: PanelChange }).change)
  return { api, changes }
}

test.each([
  [false, 'No alert box is connected.'],
  [true, 'Alerts are playing.'],
])('whether an alert box is open (%s) is said to creators and to moderators', async (isOpen, text) => {
  for (const isOwner of [true, false]) {
    fakeApi({
      [getPanel.path]: { json: { panel: { ...state, isOwner }, tips: [], shows: [] } },
      [getPanelAlertBox.path]: { json: { isOpen } },
    })
    const { unmount } = renderPage(<Panel />)

    expect(await screen.findByText(text)).toBeVisible()
    unmount()
  }
})

test('a panic is one press; its end asks what becomes of what waited', async () => {
  const { changes } = open([], ({ kind }) => ({ isPanic: kind === 'panic' }))
  expect(await screen.findByText('Tips appear here as soon as they arrive.')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Panic' }))
  await userEvent.click(await screen.findByRole('button', { name: 'End panic' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard them' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toEqual([{ kind: 'panic' }, { kind: 'end-panic', waiting: 'drop' }])
})

test('of 500 tips that wait only the first rows are in the page', async () => {
  open(Array.from({ length: 500 }, (_, i) => tipOf(500 - i)))

  expect(await screen.findByText('Supporter 500')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(40)
})

test('a change that finds no server is sent again with the same id', async () => {
  const { api } = open([])
  let tries = 0
  api.respond(changePanel.path, () => {
    tries += 1
    return tries < 3 ? 'network failure' : { json: { panel: { ...state, version: 2, isPaused: true } } }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause alerts' }))

  expect(await screen.findByRole('button', { name: 'Resume alerts' })).toBeVisible()
  const ids = api.requestsTo(changePanel).map(({ body }) => (body as { actionId: string }).actionId)
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
})

test('held tips come first, with buttons that name the supporter; keys do the same', async () => {
  const held = tipOf(1, { name: 'Eve', status: 'held', message: 'Hi' })
  const { changes } = open([tipOf(2), held])
  const review = await screen.findByRole('region', { name: 'Waiting for your approval: 1' })

  await userEvent.click(within(review).getByRole('button', { name: 'Approve the tip from Eve' }))
  await userEvent.keyboard('d')
  await userEvent.keyboard('m')

  await waitFor(() => expect(changes()).toHaveLength(3))
  const { tipId } = held
  expect(changes()).toEqual([{ kind: 'approve', tipId }, { kind: 'deny', tipId }, { kind: 'mute' }])
})

const refetch = () => act(() => queryClient.invalidateQueries())

test('the focus stays near when the button that had it goes', async () => {
  const held = [3, 2].map((no) => tipOf(no, { status: 'held', name: `Held ${no}` }))
  const api = open([...held, tipOf(1)]).api
  let tips = [...held, tipOf(1)]
  const become = (no: number, status: PanelTip['status']) => {
    tips = tips.map((tip) => (tip.no === no ? { ...tip, status } : tip))
    api.respond(getPanel.path, { json: { panel: state, tips, shows: [] } })
  }
  become(3, 'waiting')
  const approve = await screen.findByRole('button', { name: 'Approve the tip from Held 3' })
  approve.focus()
  await userEvent.keyboard('{Enter}')
  await refetch()
  expect(await screen.findByRole('button', { name: 'Approve the tip from Held 2' })).toHaveFocus()

  become(2, 'denied')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Deny the tip from Held 2' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await refetch()
  await waitFor(() => expect(screen.getByText('Held 2').closest('li')).toHaveFocus())

  const pause = screen.getByRole('button', { name: 'Pause alerts' })
  pause.focus()
  await userEvent.keyboard('{Enter}')
  expect(pause).toHaveFocus()
})

test('the keys work on a switch, but not in a text field', async () => {
  const { changes } = open([])
  await screen.findByRole('button', { name: 'Pause alerts' })
  const [field, toggle] = [document.createElement('input'), document.createElement('input')]
  toggle.type = 'checkbox'
  document.body.append(field, toggle)

  await userEvent.type(field, 'xp')
  expect(changes()).toEqual([])
  toggle.focus()
  await userEvent.keyboard('m')

  await waitFor(() => expect(changes()).toEqual([{ kind: 'mute' }]))
  field.remove()
  toggle.remove()
})

test('the keys can be switched off', async () => {
  const { changes } = open([])
  await userEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Use these keys' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('xpm')

  expect(changes()).toEqual([])
  localStorage.removeItem('brimful.panelShortcuts')
})

test('a panel that cannot be loaded offers to try again', async () => {
  const api = fakeApi({ [getPanel.path]: refuse('internal', 'No.', 500) })
  renderPage(<Panel />)

  const retry = await screen.findByRole('button', { name: 'Try again' })
  api.respond(getPanel.path, { json: { panel: state, tips: [], shows: [] } })
  await userEvent.click(retry)
  expect(await screen.findByRole('button', { name: 'Pause alerts' })).toBeVisible()
})

test('new and changed tips are put into the list in the order of their numbers', () => {
  const merged = mergeTips([tipOf(2), tipOf(1)], [tipOf(3), tipOf(1, { status: 'shown' })])

  expect(merged.map(({ no, status }) => [no, status])).toEqual([
    [3, 'waiting'],
    [2, 'waiting'],
    [1, 'shown'],
  ])
})

test('an event says what it is and which tool sent it, without an amount of money, and is run like a tip', async () => {
  const order = showOf(2, {
    kind: 'other',
    name: null,
    title: 'New order',
    quantity: 3,
    unit: 'mugs',
    status: 'held',
  })
  const { changes } = open([tipOf(1)], undefined, [showOf(1), order])
  const row = (text: string) => screen.findByText(text).then((found) => found.closest('li')!)

  const cheer = await row('Viewer 1')
  expect(cheer).toHaveTextContent(/cheered bits.*1,000.*By the tool Stream Deck/)
  expect(cheer).not.toHaveTextContent('£')
  expect(await row('New order')).toHaveTextContent('3 mugs')
  await userEvent.click(within(cheer).getByRole('button', { name: 'Hide the event: Viewer 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve the event: New order' }))

  expect(changes()).toEqual([
    { kind: 'show', action: 'hide', showEventId: showOf(1).showEventId },
    { kind: 'show', action: 'approve', showEventId: order.showEventId },
  ])
})

test('events stand between tips by their time, and tips stay in the order of their numbers', () => {
  const at = (minute: number) => ({ at: `2026-11-24T12:0${minute}:00.000Z` })
  const shows = mergeShows([showOf(1, at(1))], [showOf(3, at(3)), showOf(1, { ...at(1), status: 'shown' })])

  const feed = toFeed([tipOf(3, at(2)), tipOf(2, at(4)), tipOf(1, at(0))], shows)

  expect(feed.map((entry) => [entryIdOf(entry).at(-1), entry.status])).toEqual([
    ['3', 'waiting'],
    ['3', 'waiting'],
    ['2', 'waiting'],
    ['1', 'shown'],
    ['1', 'waiting'],
  ])
})
