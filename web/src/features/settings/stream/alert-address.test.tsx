import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  getOverlaySettings,
  replaceOverlayKey,
  saveOverlaySettings,
  showOverlayKey,
} from '../../../../../contract/alerts/overlay-calls.ts'
import { getSiteSettings } from '../../../../../contract/pages/site-calls.ts'
import { useConfirmation } from '../../../lib/calls/confirmation.ts'
import { buildSite } from '../../../test/builders.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { AlertAddress } from './alert-address.tsx'

const uid = '00000000-0000-4000-8000-000000000001'
const address = `https://tips.test/streamalerts?userUID=${uid}`
const base = `${address}#key=`
const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Stream Alert URL' })
const copyButton = () => screen.getAllByRole('button', { name: 'Copy' })[0]!
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function Page() {
  const [keyCount, setKeyCount] = useState(0)
  return <AlertAddress {...{ uid, keyCount }} onReplaced={() => setKeyCount(keyCount + 1)} />
}

async function open() {
  const api = fakeApi({
    [getSiteSettings.path]: { json: buildSite({ publicUrl: 'https://tips.test/' }) },
    [getOverlaySettings.path]: { json: { isKeyRequired: false, missedAlerts: 'digest' } },
    [saveOverlaySettings.path]: { json: { isKeyRequired: true, missedAlerts: 'digest' } },
    [showOverlayKey.path]: { json: { key: 'first' } },
    [replaceOverlayKey.path]: { json: { key: 'second' } },
  })
  renderPage(<Page />)
  await waitFor(() => expect(addressField().value).toBe(`${base}••••••••`))
  return api
}

test('the key is neither shown nor loaded until it is revealed', async () => {
  const api = await open()
  expect(api.requestsTo(showOverlayKey)).toEqual([])

  await press('Reveal')

  await waitFor(() => expect(addressField()).toHaveValue(`${base}first`))
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `${address}&preview=1`,
  )
})

test('the address can be copied without showing it', async () => {
  const user = userEvent.setup() // `setup` also installs a clipboard that works in this environment
  await open()

  await user.click(copyButton())

  expect(await screen.findByText('Stream Alert URL copied to clipboard.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${base}first`)
  expect(addressField()).toHaveValue(`${base}••••••••`)
})

test('where the browser denies clipboard access, the address is revealed', async () => {
  const user = userEvent.setup()
  await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))

  await user.click(copyButton())

  await waitFor(() => expect(addressField()).toHaveValue(`${base}first`))
  expect(await screen.findByText(/copy it yourself/)).toBeVisible()
  expect(addressField()).toHaveFocus()
})

test('who is asked to confirm and does not is not asked again', async () => {
  const api = await open()
  const body = {
    ErrorMessage: 'Please confirm it’s you first.',
    code: 'confirmation_required',
    confirmation: { methods: ['password'], needsCode: false },
  }
  api.respond(showOverlayKey.path, { status: 403, json: body })

  await userEvent.click(copyButton())
  await waitFor(() => expect(useConfirmation.getState().request).toBeDefined())
  useConfirmation.getState().request!.finish(false)
  await waitFor(() => expect(useConfirmation.getState().request).toBeUndefined())

  await expect.poll(() => api.requestsTo(showOverlayKey)).toHaveLength(1)
  expect(useConfirmation.getState().request).toBeUndefined()
  expect(screen.queryByText(/copy it yourself/)).toBeNull()
})

test('the key is replaced only after a confirmation', async () => {
  const api = await open()
  await press('Reveal')

  await press('Replace URL')
  expect(api.requestsTo(replaceOverlayKey)).toEqual([])
  expect(screen.getByText(/stops working at once/)).toBeVisible()
  await press('Replace URL')

  expect(await screen.findByText('URL replaced.')).toBeVisible()
  expect(addressField()).toHaveValue(`${base}••••••••`)
})

test('the address without a key is found under “Older address”', async () => {
  await open()
  await userEvent.click(screen.getByText('Older address'))

  expect(screen.getByRole('textbox', { name: 'Address without a key' })).toHaveValue(address)
  expect(screen.getByText(/counts as “Sent” and never as “Shown”/)).toBeVisible()
})

test('the key can be required', async () => {
  const api = await open()
  const required = screen.getByRole('switch', { name: 'Accept only the URL with the key' })
  await waitFor(() => expect(required).toBeEnabled())

  await userEvent.click(required)

  await waitFor(() => expect(required).toBeChecked())
  expect(api.requestsTo(saveOverlaySettings)[0]?.body).toEqual({
    isKeyRequired: true,
    missedAlerts: 'digest',
  })
})
