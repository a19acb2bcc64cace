import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getShowSettings, saveShowSetting } from '../../../../../contract/show/show-calls.ts'
import type { ShowSetting } from '../../../../../contract/show/show-calls.ts'
import { eventsCalls } from '../../../../../contract/chat/platform-events-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ShowCard } from './show-card.tsx'

const setting: ShowSetting = { kind: 'reward', isOn: false, minQuantity: 1, isMuted: false, titles: [] }
const on = { ...setting, isOn: true }
const twitch = {
  isOffered: true,
  isOn: true,
  needsConsent: false,
  isReceiving: true,
  unpermitted: [],
  ended: null,
  lost: null,
}

test('a kind that is switched on asks Twitch anew what it permits', async () => {
  const api = fakeApi({
    [getShowSettings.path]: { json: { kinds: [setting] } },
    [saveShowSetting.path]: { json: { kinds: [on] } },
    [eventsCalls.twitch.path]: { json: twitch },
    [eventsCalls.youtube.path]: { json: { ...twitch, isOffered: false } },
  })
  renderPage(<ShowCard />)
  const kind = await screen.findByRole('switch', { name: 'Channel point rewards' })
  const before = api.requestsTo(eventsCalls.twitch).length

  await userEvent.click(kind)

  await waitFor(() => expect(api.requestsTo(eventsCalls.twitch)).toHaveLength(before + 1))
  expect(api.requestsTo(saveShowSetting)[0]?.body).toEqual(on)
})

test('rewards are named one in each line, and one that is too long is refused beside the field', async () => {
  const api = fakeApi({
    [getShowSettings.path]: { json: { kinds: [on] } },
    [saveShowSetting.path]: { json: { kinds: [{ ...on, titles: ['Hydrate', 'Stretch'] }] } },
    [eventsCalls.twitch.path]: { json: twitch },
    [eventsCalls.youtube.path]: { json: { ...twitch, isOffered: false } },
  })
  renderPage(<ShowCard />)
  const field = await screen.findByRole('textbox', { name: 'Only these rewards' })

  await userEvent.type(field, 'x'.repeat(81))
  await userEvent.click(screen.getByRole('button', { name: 'Save rewards' }))
  expect(field).toHaveAccessibleDescription(/80 characters/)
  expect(api.requestsTo(saveShowSetting)).toEqual([])

  await userEvent.clear(field)
  await userEvent.type(field, 'Hydrate{enter}{enter} Stretch ')
  await userEvent.click(screen.getByRole('button', { name: 'Save rewards' }))
  await waitFor(() => expect(api.requestsTo(saveShowSetting)).toHaveLength(1))
  expect(api.requestsTo(saveShowSetting)[0]?.body).toMatchObject({
    kind: 'reward',
    titles: ['Hydrate', 'Stretch'],
  })
})
