import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PercentSlider } from './percent-slider.tsx'

const onChange = vi.fn<(value: number) => void>()

function type(text: string): HTMLElement {
  render(<PercentSlider label="Left" min={0} max={100} step={0.1} value={5} onChange={onChange} />)
  const field = screen.getByRole('textbox', { name: 'Left, in per cent' })
  fireEvent.change(field, { target: { value: text } })
  return field
}

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['１２', 12],
])('%s is taken as %d', (text, value) => {
  const field = type(text)
  expect(onChange).toHaveBeenLastCalledWith(value)
  expect(field).toBeValid()
})

test.each(['101', '-1', 'left', '1,250'])('%s is refused at the field, and changes nothing', (text) => {
  onChange.mockClear()
  const field = type(text)
  expect(onChange).not.toHaveBeenCalled()
  expect(field).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('A number from 0.0 to 100.0')
  fireEvent.blur(field)
  expect(field).toHaveValue('5.0')
})
