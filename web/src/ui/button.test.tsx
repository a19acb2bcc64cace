import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../test/render.tsx'
import { Button } from './button.tsx'

test('the spinner of a button turns only while the button is busy', () => {
  renderPage(
    <>
      <Button busyLabel="Saving…">Save</Button>
      <Button isBusy busyLabel="Sending…">
        Send
      </Button>
    </>,
  )

  expect(screen.getByRole('button', { name: 'Save' }).querySelector('.animate-spin')).toBeNull()
  expect(screen.getByRole('button', { name: 'Sending…' }).querySelector('.animate-spin')).not.toBeNull()
})
