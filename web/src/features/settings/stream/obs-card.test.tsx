import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getOverlayStatus } from '../../../../../contract/alerts/overlay-calls.ts'
import { buildOpenOverlay, buildOverlayStatus } from '../../../test/builders.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ObsCard } from './obs-card.tsx'

const uid = '00000000-0000-4000-8000-000000000001'

test('shows the sources that are open, and what to do about them', async () => {
  const hidden = buildOpenOverlay({
    state: 'hidden',
    obsVersion: null,
    isActive: false,
    openedAt: '2026-01-05T13:00:00.000Z',
  })
  fakeApi({
    [getOverlayStatus.path]: { json: buildOverlayStatus({ overlays: [buildOpenOverlay(), hidden] }) },
  })
  renderPage(<ObsCard uid={uid} />)

  expect(await screen.findByText('Two sources are open.')).toBeVisible()
  expect(screen.getByText(/Close the ones you don’t need/)).toBeVisible()
  const list = within(screen.getByRole('list', { name: 'Open sources' }))
  const items = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringMatching(/^OBS 31\.0\.1 · on program · plays sound · open since /),
    expect.stringMatching(/^Browser · hidden · open since /),
  ])
})

test('explains what to do when no source was ever open', async () => {
  fakeApi({ [getOverlayStatus.path]: { json: buildOverlayStatus() } })
  renderPage(<ObsCard uid={uid} />)

  expect(await screen.findByText('No source with your Stream Alert URL has been open yet.')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Open sources' })).toBeNull()
})

test('offers a retry when the status cannot be loaded, and shows the set-up all the same', async () => {
  const api = fakeApi({ [getOverlayStatus.path]: 'network failure' })
  renderPage(<ObsCard uid={uid} />)
  expect(await screen.findByText('We couldn’t load the status of your alert box.')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Add a Browser source',
    'Paste your Stream Alert URL',
    'Send a test alert',
  ])

  const before = api.requestsTo(getOverlayStatus).length
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await expect.poll(() => api.requestsTo(getOverlayStatus).length).toBeGreaterThan(before)
})
