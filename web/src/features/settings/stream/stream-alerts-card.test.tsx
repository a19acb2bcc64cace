import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getSiteSettings } from '../../../../../contract/pages/site-calls.ts'
import { getOverlayStatus } from '../../../../../contract/alerts/overlay-calls.ts'
import { sendTestAlert } from '../../../../../contract/goals/goal-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { StreamAlertsCard } from './stream-alerts-card.tsx'
import { buildOpenOverlay, buildOverlayStatus, buildSite } from '../../../test/builders.ts'
import type { Replies } from '../../../test/fake-api.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const address = `https://tips.test/streamalerts?userUID=${uid}`

let prefersStillness = false
beforeEach(() => {
  prefersStillness = false
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), { matches: prefersStillness, media: query } as MediaQueryList),
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    fireEvent.play(this)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    fireEvent.pause(this)
  })
})

async function open(replies: Replies = {}) {
  const api = fakeApi({
    [getSiteSettings.path]: { json: buildSite({ publicUrl: 'https://tips.test/' }) },
    ...replies,
  })
  renderPage(<StreamAlertsCard uid={uid} currency="gbp" keyCount={0} onReplaced={() => {}} />)
  await waitFor(() => expect(addressField().value).toBe(`${address}#key=••••••••`))
  return api
}

const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Stream Alert URL' })
const clip = () => screen.getByLabelText<HTMLVideoElement>('Sample alert over a game')
const sendTest = async () => userEvent.click(screen.getByRole('button', { name: 'Test Alert' }))

test("the address has the public host, the user's id and a hidden key", async () => {
  await open()

  expect(addressField()).toHaveAttribute('readonly')
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `${address}&preview=1`,
  )
})

test("a test alert is sent with fixed values and the user's own id and currency", async () => {
  const api = await open({ [sendTestAlert.path]: {} })

  await sendTest()

  expect(await screen.findByText('Test alert sent successfully!')).toBeVisible()
  expect(api.requestsTo(sendTestAlert)[0]?.body).toEqual({
    userUID: uid,
    donorName: 'TestUser',
    amount: 5,
    currency: 'gbp',
    goalTitle: 'Test Goal',
  })
})

test.each([
  [[], /But we can’t see an open alert box/],
  [[buildOpenOverlay()], 'Test alert sent successfully!'],
])('a test alert says whether an alert box is open (%#)', async (overlays, text) => {
  const status = buildOverlayStatus({ overlays })
  await open({ [sendTestAlert.path]: {}, [getOverlayStatus.path]: { json: status } })

  await sendTest()

  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  [429, 'Failed to send test alert: Too Many Requests'],
  [403, 'Failed to send test alert: Forbidden'],
  [500, 'Failed to send test alert: Internal Server Error'],
  [599, 'Failed to send test alert: 599'],
])('a test alert refused with %i shows the status', async (status, text) => {
  await open({ [sendTestAlert.path]: { status, json: { ErrorMessage: 'Because.', code: 'internal' } } })

  await sendTest()

  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('Because.')).toBeNull()
})

test('a test alert without a response asks to try again', async () => {
  await open({ [sendTestAlert.path]: 'network failure' })

  await sendTest()

  expect(await screen.findByText('Failed to send test alert. Please try again.')).toBeVisible()
  expect(screen.queryByText('Network error. Please check your connection.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Test Alert' })).toBeEnabled()
})

test('the preview loops silently under its sample text and can be paused', async () => {
  await open()

  expect(clip()).toMatchObject({ loop: true, muted: true, autoplay: true })
  expect(clip()).toHaveAttribute('playsinline')
  expect(screen.getByText('Thank you!')).toBeVisible()
  expect(screen.getByText('tipped £10')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Pause preview' }))
  expect(screen.getByRole('button', { name: 'Play preview' })).toBeVisible()
})

test('under reduced motion the preview does not play by itself', async () => {
  prefersStillness = true
  await open()

  expect(clip().autoplay).toBe(false)
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Play preview' }))
  expect(screen.getByRole('button', { name: 'Pause preview' })).toBeVisible()
})
