import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field, TextArea } from './field.tsx'

test('a text area says how many characters are left when a tenth is, because a browser cuts what is pasted without a word', () => {
  const { rerender } = render(
    <TextArea label="Address" maxLength={300} value={'a'.repeat(269)} onChange={() => {}} />,
  )
  expect(screen.queryByText(/left/)).toBeNull()

  rerender(<TextArea label="Address" maxLength={300} value={'a'.repeat(300)} onChange={() => {}} />)
  expect(screen.getByText('0 characters left')).toBeVisible()
})

test('a field for a name does so, and one for a short code does not', () => {
  render(
    <>
      <Field label="Name" maxLength={50} value={'a'.repeat(49)} onChange={() => {}} />
      <Field label="Currency" maxLength={3} value="EUR" onChange={() => {}} />
    </>,
  )
  expect(screen.getAllByText(/left/).map(({ textContent }) => textContent)).toEqual(['1 character left'])
})

test('what is beside a label stays there', () => {
  render(<TextArea label="Message" aside="only for Mira" maxLength={5} value="hello" onChange={() => {}} />)
  expect(screen.getByText('only for Mira')).toBeVisible()
  expect(screen.queryByText(/left/)).toBeNull()
})
