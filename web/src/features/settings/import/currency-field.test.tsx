import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CurrencyField } from './currency-field.tsx'

async function type(text: string) {
  const onChange = vi.fn<(code: string) => void>()
  render(<CurrencyField label="Currency" initial="" isDisabled={false} onChange={onChange} />)
  await userEvent.click(screen.getByLabelText('Currency'))
  await userEvent.paste(text)
  await userEvent.tab()
  return onChange.mock.calls.flat()
}

test.each([
  ['eur', 'eur'],
  ['\u202AEUR\u202C', 'eur'],
  ['\u00A0 EUR \t', 'eur'],
  ['ＥＵＲ', 'eur'],
  ['€', 'eur'],
  ['Euro', 'eur'],
])('“%s” is read as %s', async (text, code) => {
  expect(await type(text)).toEqual([code])
})

test.each(['$', 'kr', '12', 'no currency'])(
  '“%s” is refused, because it is not one currency',
  async (text) => {
    expect(await type(text)).toEqual([])
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the three letters of a currency, such as EUR.')
  },
)
