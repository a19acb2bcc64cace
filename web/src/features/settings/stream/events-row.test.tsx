import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { eventsCalls, saveEventsCalls } from '../../../../../contract/chat/platform-events-calls.ts'
import type { PlatformEvents } from '../../../../../contract/chat/platform-events-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { EventsRow } from './events-row.tsx'

const off: PlatformEvents = {
  isOffered: true,
  isOn: false,
  needsConsent: false,
  isReceiving: false,
  unpermitted: [],
  ended: null,
  lost: null,
}
const on: PlatformEvents = { ...off, isOn: true, isReceiving: true }
const at = '2026-11-30T20:14:00.000Z'

const findSwitch = () => screen.findByRole('switch', { name: 'Events of my Twitch channel' })

test('switching on without a consent opens Twitch, and saves nothing', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  const api = fakeApi({ [eventsCalls.twitch.path]: { json: { ...off, needsConsent: true } } })
  renderPage(<EventsRow platform="twitch" />)

  await userEvent.click(await findSwitch())

  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect?events=on')
  expect(api.requestsTo(saveEventsCalls.twitch)).toEqual([])
})

test('a creator who has consented switches on and off at once', async () => {
  const api = fakeApi({
    [eventsCalls.twitch.path]: { json: off },
    [saveEventsCalls.twitch.path]: { json: on },
  })
  renderPage(<EventsRow platform="twitch" />)

  await userEvent.click(await findSwitch())

  await waitFor(() => expect(screen.getByText('Twitch sends us your events.')).toBeVisible())
  expect(api.requestsTo(saveEventsCalls.twitch)[0]?.body).toEqual({ isOn: true })
})

test.each([
  [{ ...on, isReceiving: false }, /^We’re connecting to Twitch\.$/],
  [
    { ...on, lost: { from: at, until: at } },
    /^Twitch sends us your events\. Nothing arrived from .+ to .+ Twitch doesn’t send what happened/,
  ],
  [
    { ...on, isReceiving: false, lost: { from: at, until: null } },
    /^We’re connecting to Twitch\. Nothing has arrived since/,
  ],
  [
    { ...off, ended: { reason: 'revoked' as const, at } },
    /^Twitch has ended this, because you removed our access/,
  ],
])('says how the events are (%#)', async (json, text) => {
  fakeApi({ [eventsCalls.twitch.path]: { json } })
  renderPage(<EventsRow platform="twitch" />)

  expect(await screen.findByText(text)).toBeVisible()
})

test('kinds that the creator has not allowed are named, and the button opens Twitch', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
  fakeApi({ [eventsCalls.twitch.path]: { json: { ...on, unpermitted: ['train', 'reward'] } } })
  renderPage(<EventsRow platform="twitch" />)

  expect(
    await screen.findByText('Twitch needs your permission for: Hype Train and Channel point rewards.'),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Allow on Twitch' }))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect?events=on')
})

test('an installation without Twitch shows nothing', async () => {
  const api = fakeApi({ [eventsCalls.twitch.path]: { json: { ...off, isOffered: false } } })
  renderPage(<EventsRow platform="twitch" />)

  await waitFor(() => expect(api.requestsTo(eventsCalls.twitch)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
})
