import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { deleteSound, getSoundSettings, saveAlertSound } from '../../../../../contract/alerts/sound-calls.ts'
import { getSpeechSettings, saveSpeechSettings } from '../../../../../contract/alerts/speech-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { AlertSoundCard } from './alert-sound-card.tsx'
import { SpeechCard } from './speech-card.tsx'

const soundId = 'b7b7a3c8-6a4e-4b86-9d2f-0f8f3a0c1d2e'
const own = { soundId, name: 'Jingle', bytes: 4_000, durationMs: 1_500 }
const settings = { sound: { source: 'builtin', name: 'drop' }, volume: 80, uploaded: [own] }

test('a sound is chosen, heard and deleted', async () => {
  const chosen = { source: 'uploaded', soundId }
  let uploaded = [own]
  const api = fakeApi({
    [getSoundSettings.path]: { json: settings },
    [saveAlertSound.path]: (body) => ({ json: { ...(body as object), uploaded } }),
    [deleteSound.path]: () => {
      uploaded = []
      return { json: { ...settings, uploaded } }
    },
  })
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  renderPage(<AlertSoundCard />)
  const choice = await screen.findByRole('combobox', { name: 'Sound' })
  expect(choice).toHaveDisplayValue('Drop')

  await userEvent.selectOptions(choice, 'Jingle')
  await waitFor(() => expect(choice).toHaveDisplayValue('Jingle'))
  await userEvent.click(screen.getByRole('button', { name: 'Listen' }))

  expect(api.requestsTo(saveAlertSound)[0]?.body).toEqual({ sound: chosen, volume: 80 })
  expect(play.mock.contexts.map((audio) => (audio as HTMLAudioElement).src)).toEqual([
    expect.stringContaining(`/sounds/${soundId}`),
  ])
  expect(screen.getByText('1.5 s')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Jingle' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete sound' }))
  expect(await screen.findByText('Sound deleted.')).toBeVisible()
  expect(screen.queryByText('1.5 s')).toBeNull()
})

const speech = {
  engine: 'off',
  voice: 'en-US-Wavenet-D',
  fromAmount: 0,
  volume: 100,
  hasFiles: true,
  charactersPerMonth: 20_000,
  charactersLeft: 1_234,
}

test('messages are spoken from an amount on, and what is left of the month is shown', async () => {
  const api = fakeApi({
    [getSpeechSettings.path]: { json: speech },
    [saveSpeechSettings.path]: { json: { ...speech, engine: 'file', fromAmount: 500 } },
  })
  renderPage(<SpeechCard currency="gbp" />)

  await userEvent.click(await screen.findByRole('radio', { name: /^Our voices/ }))
  expect(screen.getByText('1,234 of 20,000 characters left this month')).toBeVisible()
  const from = screen.getByRole('textbox', { name: /From this amount on/ })
  await userEvent.clear(from)
  await userEvent.type(from, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved. It applies from your next alert on.')).toBeVisible()
  expect(api.requestsTo(saveSpeechSettings)[0]?.body).toEqual({
    engine: 'file',
    voice: 'en-US-Wavenet-D',
    fromAmount: 500,
    volume: 100,
  })
})

test('the browser’s voice says what OBS does not record, and is the only one without a key', async () => {
  fakeApi({ [getSpeechSettings.path]: { json: { ...speech, hasFiles: false } } })
  renderPage(<SpeechCard currency="gbp" />)

  expect(await screen.findByRole('radio', { name: /OBS doesn’t record it/ })).toBeVisible()
  expect(screen.queryByRole('radio', { name: /^Our voices/ })).toBeNull()
})
