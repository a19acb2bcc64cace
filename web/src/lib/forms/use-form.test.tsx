import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { email } from '../../../../contract/accounts/account-fields.ts'
import { renderPage } from '../../test/render.tsx'
import { readLocale } from '../locale.ts'
import { useForm } from './use-form.ts'

afterEach(() => speak('en'))

function speak(lang: string) {
  document.documentElement.lang = lang
  readLocale()
}

function Form() {
  const initial = { email: '' }
  const form = useForm({ initial, schema: z.object({ email }), onSubmit: async () => undefined })
  const { error, ...field } = form.text('email')
  return (
    <form onSubmit={form.handleSubmit}>
      <input {...field} aria-label="email" />
      <p role="alert">{error}</p>
    </form>
  )
}

test.each([
  ['en', 'Please enter a valid email.'],
  ['de', 'Bitte gib eine gültige E-Mail-Adresse ein.'],
])('a form on a page in %s shows errors in that language', async (lang, complaint) => {
  speak(lang)
  renderPage(<Form />)

  await userEvent.type(screen.getByLabelText('email'), 'nobody{Enter}')

  expect(screen.getByRole('alert')).toHaveTextContent(complaint)
})
