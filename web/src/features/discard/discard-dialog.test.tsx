import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { place, preload, renderPage } from '../../test/render.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { setNavigator } from '../../lib/navigation.ts'
import { expireSession } from '../../lib/calls/error-rule.ts'

preload({ question: () => import('./discard-form.tsx') })

function Editor() {
  const initial = { title: 'Synth', password: '' }
  const schema = z.object({ title: z.string(), password: z.string() })
  const form = useForm({ initial, schema, onSubmit: async () => undefined })
  const [title, password] = [form.text('title'), form.text('password')]
  return (
    <form onSubmit={form.handleSubmit}>
      <input aria-label="title" {...title} />
      <input aria-label="password" {...password} />
      <button type="submit">Save</button>
    </form>
  )
}

function InDialog() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog title="Goal" isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <Editor />
    </Dialog>
  )
}

function Site() {
  return (
    <>
      <Link to="/other">other page</Link>
      <Link to="/?page=2">next</Link>
      <Routes>
        <Route path="/" element={<Editor />} />
        <Route path="/dialog" element={<InDialog />} />
      </Routes>
    </>
  )
}

const expired = 'Session expired. Redirecting to login.'
/** Waits until the log-in page opens, a second after the reason is shown. */
async function waitForLogIn(): Promise<void> {
  const go = vi.fn<(path: string) => void>()
  setNavigator(go)
  expect(await screen.findByText(expired)).toBeVisible()
  await waitFor(() => expect(go.mock.calls[0]?.[0]).toBe('/account'), { timeout: 60_000 })
}

const question = () => screen.queryByRole('dialog', { name: 'Discard changes?' })
const follow = () => userEvent.click(screen.getByText('other page'))

/** Returns whether the browser would ask before it leaves the site. */
function asksToLeave(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a link asks first while a form has unsaved changes', async () => {
  renderPage(<Site />)
  await userEvent.type(screen.getByLabelText('title'), 's')

  await follow()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(place()).toBe('/')
  expect(screen.getByLabelText('title')).toHaveValue('Synths')
  expect(asksToLeave()).toBe(true)

  await follow()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(place()).toBe('/other'))
  expect(asksToLeave()).toBe(false)
})

test('nothing is asked about saved or restored values, passwords, and another query', async () => {
  renderPage(<Site />)
  const title = screen.getByLabelText('title')

  await userEvent.type(title, 's')
  await userEvent.click(screen.getByText('next'))
  expect(place()).toBe('/?page=2')
  expect(asksToLeave()).toBe(true)
  await userEvent.type(title, '{Backspace}')
  expect(asksToLeave()).toBe(false)
  await userEvent.type(title, 's')
  await userEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(asksToLeave()).toBe(false))
  await userEvent.type(screen.getByLabelText('password'), 'hunter2')
  await follow()

  expect(question()).toBeNull()
  expect(place()).toBe('/other')
})

test('Escape asks before it closes a dialog with unsaved changes', async () => {
  renderPage(<Site />, '/dialog')
  await userEvent.type(screen.getByLabelText('title'), 's')

  await userEvent.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeNull())
  expect(screen.getByLabelText('title')).toHaveValue('Synths')

  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the end of the session asks before it takes unsaved changes away, as often as something notices it', async () => {
  renderPage(<Site />)
  await userEvent.type(screen.getByLabelText('title'), 's')
  const loggedOut = () => screen.findByRole('dialog', { name: 'You’ve been logged out' })

  act(expireSession)
  act(expireSession)
  expect(await loggedOut()).toHaveTextContent('Log in in another tab, then save it here.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('title')).toHaveValue('Synths')
  expect(screen.queryByText(expired)).toBeNull()

  act(expireSession)
  await loggedOut()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitForLogIn()
})

test('the end of the session asks nothing once all is saved', async () => {
  renderPage(<Site />)
  await userEvent.type(screen.getByLabelText('title'), 's')
  await userEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(asksToLeave()).toBe(false))

  act(expireSession)

  await waitForLogIn()
  expect(screen.queryByRole('dialog')).toBeNull()
})
