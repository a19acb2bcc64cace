import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../test/render.tsx'
import { Dialog } from './dialog.tsx'

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Refund</button>
      {isOpen && <Dialog title="Sure?" isOpen onClose={() => setIsOpen(false)} />}
    </>
  )
}

test('Escape closes a dialog, and the button that opened it has the focus again', async () => {
  renderPage(<Opener />)
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()

  await userEvent.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refund' })).toHaveFocus())
})
