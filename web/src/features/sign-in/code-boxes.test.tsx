import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CodeBoxes } from './code-boxes.tsx'

function Boxes() {
  const [code, setCode] = useState('')
  return <CodeBoxes label="Code" value={code} onChange={setCode} />
}

async function paste(text: string): Promise<string> {
  render(<Boxes />)
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  await userEvent.click(field)
  await userEvent.paste(text)
  return field.value
}

test.each([
  ['123 456', '123456'],
  ['123–456', '123456'],
  ['１２３４５６', '123456'],
  ['\u202A123456\u202C', '123456'],
  ['Your code is 123456. It is valid for 15 minutes.', '123456'],
])('the code in “%s” is read', async (text, code) => {
  expect(await paste(text)).toBe(code)
})

test.each(['+49 170 1234567', 'ada1984lovelace12@example.test', '12345678', '12.34.56', 'no code'])(
  '“%s” is not read as a code, and stays',
  async (text) => {
    expect(await paste(text)).toBe(text)
  },
)

test('a digit after the sixth changes nothing', async () => {
  render(<Boxes />)
  await userEvent.type(screen.getByLabelText('Code'), '1234567')
  expect(screen.getByLabelText('Code')).toHaveValue('123456')
})
