import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lookOf, standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../../../../contract/alerts/alert-style.ts'
import type { PreviewReport } from '../../../../../contract/alerts/alert-preview.ts'
import {
  getAlertPictures,
  getAlertSamples,
  getAlertStyle,
  getWidgetSamples,
} from '../../../../../contract/alerts/alert-style-calls.ts'
import { getOwnGoals } from '../../../../../contract/goals/own-goal-calls.ts'
import { getSoundSettings } from '../../../../../contract/alerts/sound-calls.ts'
import type { ShowWidget } from '../../../../../contract/alerts/widget-preview.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import type { Replies } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { alertSample, widgetSamples } from './samples.fixture.ts'
import { StyleCard } from './style-card.tsx'

const draft = standardStyle()
const choose = (option: string) => userEvent.selectOptions(screen.getByLabelText('In the preview'), option)
const widgetFrame = () => screen.findByTitle('Preview of the widget in this style')

function open(replies: Replies = {}) {
  const api = fakeApi({
    [getAlertStyle.path]: { json: { draft, draftVersion: 0, live: draft, liveVersion: 0 } },
    [getAlertSamples.path]: { json: { alerts: [alertSample], pageUrl: 'https://tips.test/mira' } },
    [getWidgetSamples.path]: { json: widgetSamples },
    [getAlertPictures.path]: { json: { pictures: [] } },
    [getOwnGoals.path]: { json: [] },
    [getSoundSettings.path]: refuse('internal', 'No.', 500),
    ...replies,
  })
  renderPage(<StyleCard currency="gbp" />)
  return api
}

/** The names of the variations in the list, also while a dialog is open. */
const variations = () =>
  screen
    .queryAllByRole('radio', { name: /^\d+\. /, hidden: true })
    .map((radio) => radio.closest('label')!.textContent)

test('an uploaded video is shown among the pictures, silently', async () => {
  const paths = ['webp', 'webm'].map((format) => `/media/${'ab'.repeat(16)}-512.${format}`)
  const pictures = paths.map((url) => ({ url, isAnimated: true, bytes: 1 }))
  open({ [getAlertPictures.path]: { json: { pictures } } })

  const choices = await screen.findAllByRole('radio', { name: /Your picture/ })

  const [image, video] = choices.map((choice) => choice.parentElement!.querySelector('img, video')!)
  expect(image).toHaveAttribute('src', paths[0])
  expect(video).toBeInstanceOf(HTMLVideoElement)
  expect(video).toHaveAttribute('src', paths[1])
  expect((video as HTMLVideoElement).muted).toBe(true)
})

/** Stands in for the pages in frames: `sent` is what they were sent since the last report. */
function fakeFrames() {
  const page = { postMessage: vi.fn<(message: unknown, origin: string) => void>() }
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(page as never)
  return {
    report(type: PreviewReport['type'], origin = location.origin) {
      page.postMessage.mockClear()
      dispatchEvent(new MessageEvent('message', { origin, source: page as never, data: { type } }))
    },
    sent: () => page.postMessage.mock.calls.map(([message]) => message as ShowWidget),
  }
}

test('a widget in the preview has the draft’s look for all alerts, and each change of it', async () => {
  const frames = fakeFrames()
  const api = open()
  await screen.findByTitle('Preview of the alert')
  expect(api.requestsTo(getWidgetSamples)).toEqual([]) // nobody has asked for a widget

  await choose('Goal bar')
  expect(await widgetFrame()).toHaveAttribute('src', '/overlay?editor&widget=goal')
  frames.report('ready', 'https://elsewhere.test')
  expect(frames.sent()).toEqual([])
  frames.report('ready')
  const { size, font, colors } = draft.look
  await waitFor(() =>
    expect(frames.sent()).toEqual([{ type: 'widget', look: { size, font, colors }, samples: widgetSamples }]),
  )

  await userEvent.click(screen.getByRole('radio', { name: 'Large' }))
  expect(frames.sent().at(-1)?.look.size).toBe('large')
  await userEvent.click(screen.getByRole('radio', { name: /^Ticket/ }))
  expect(frames.sent().at(-1)?.look.colors).toEqual(lookOf('ticket').colors)
})

test('a variation does not change widgets, and the preview says so', async () => {
  const frames = fakeFrames()
  open()
  await screen.findByTitle('Preview of the alert')
  await choose('Donothon timer')
  await widgetFrame()
  frames.report('ready')
  expect(screen.getByText(/^With your own goal/)).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Duplicate as a variation' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Small' }))

  expect(screen.getByText(/^Widgets look like “All alerts”/)).toBeVisible()
  expect(frames.sent().map(({ look }) => look.size)).not.toContain('small')
})

test('samples that cannot be loaded can be loaded again, and the alert stays in reach', async () => {
  const api = open({ [getWidgetSamples.path]: refuse('internal', 'No.', 500) })
  await screen.findByTitle('Preview of the alert')
  await choose('Total')
  expect(await screen.findByText('We couldn’t load the preview.')).toBeVisible()

  api.respond(getWidgetSamples.path, { json: widgetSamples })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await widgetFrame()).toBeVisible()
  await choose('Alert')
  expect(screen.getByTitle('Preview of the alert')).toBeVisible()
})

test('a creator limits how long a long message keeps an alert on screen, never below the time of all alerts', async () => {
  open()
  const [time, longest] = [
    await screen.findByLabelText(/^Time on screen\d/),
    screen.getByLabelText(/^Time on screen with a long message/),
  ]
  expect(longest).toHaveAttribute('aria-valuetext', '20 s')

  fireEvent.change(longest, { target: { value: '9000' } })
  expect(longest).toHaveAttribute('aria-valuetext', '9 s')

  fireEvent.change(time, { target: { value: '12000' } })
  expect(longest).toHaveAttribute('min', '12000')
  expect(longest).toHaveAttribute('aria-valuetext', '12 s')
})

test('a creator chooses how alerts come and go, and whether funded goals are celebrated', async () => {
  const frames = fakeFrames()
  open()
  await screen.findByTitle('Preview of the alert')
  frames.report('ready')
  const lookSent = () => (frames.sent().at(-1) as unknown as { look: AlertLook }).look
  await waitFor(() => expect(lookSent().entrance).toBeUndefined())

  await userEvent.selectOptions(screen.getByLabelText('Entrance'), 'From the left')
  await userEvent.selectOptions(screen.getByLabelText('Exit'), 'Shrink')
  await userEvent.click(screen.getByRole('switch', { name: 'Celebrate a funded goal' }))
  expect(lookSent()).toMatchObject({ entrance: 'left', exit: 'zoom', celebrates: false })

  await userEvent.selectOptions(screen.getByLabelText('Entrance'), 'As the style does')
  expect(lookSent().entrance).toBeUndefined()
})

test('a creator sets the size, the outline and the motion of each text, and goes back to those of the style', async () => {
  const frames = fakeFrames()
  open()
  await screen.findByTitle('Preview of the alert')
  frames.report('ready')
  const lettering = () => (frames.sent().at(-1) as unknown as { look: AlertLook }).look.lettering
  const message = within(screen.getByRole('group', { name: 'Message', hidden: true }))

  fireEvent.change(message.getByLabelText(/^Size/), { target: { value: '150' } })
  await userEvent.selectOptions(message.getByLabelText('Motion'), 'Words pop up')
  await userEvent.selectOptions(message.getByLabelText('Outline'), 'Thick')
  const color = draft.look.colors.ground
  expect(lettering()).toEqual({ message: { size: 150, motion: 'words-pop', outline: { color, width: 20 } } })
  fireEvent.input(message.getByLabelText('Colour of the outline'), { target: { value: '#ff0000' } })
  expect(lettering()?.message?.outline).toEqual({ color: '#ff0000', width: 20 })

  await userEvent.selectOptions(message.getByLabelText('Motion'), 'As the style does')
  await userEvent.selectOptions(message.getByLabelText('Outline'), 'As the style does')
  expect(JSON.parse(JSON.stringify(lettering()))).toEqual({ message: { size: 150 } })
})

test('one click makes variations for small, large and huge tips, and one undo takes them back', async () => {
  const frames = fakeFrames()
  open()
  await screen.findByTitle('Preview of the alert')
  frames.report('ready')

  await userEvent.click(screen.getByRole('button', { name: 'Small, large and huge tips' }))
  expect(variations()).toEqual(['1. Huge tips', '2. Large tips', '3. Small tips'])
  await userEvent.click(screen.getByRole('radio', { name: '1. Huge tips' }))
  expect(screen.getByLabelText('From amount')).toHaveValue('100')
  const { look } = frames.sent().at(-1) as unknown as { look: AlertLook }
  expect(look).toMatchObject({ size: 'large', durationMs: 12_000, celebrates: 'all' })

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(variations()).toEqual([])
})

test('variations that are there are replaced only after a question, or stay in front', async () => {
  open()
  await screen.findByTitle('Preview of the alert')
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate as a variation' }))
  await userEvent.click(screen.getByRole('radio', { name: 'All alerts' }))

  await userEvent.click(screen.getByRole('button', { name: 'Small, large and huge tips' }))
  expect(variations()).toEqual(['1. New variation'])
  await userEvent.click(screen.getByRole('button', { name: 'Add after mine' }))
  expect(variations()).toEqual(['1. New variation', '2. Huge tips', '3. Large tips', '4. Small tips'])

  await userEvent.click(screen.getByRole('button', { name: 'Small, large and huge tips' }))
  await userEvent.click(screen.getByRole('button', { name: 'Replace my 4 variations' }))
  expect(variations()).toEqual(['1. Huge tips', '2. Large tips', '3. Small tips'])
})
