import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { levelOf, percentOf, spillOf, surfaceAt } from './liquid-level.ts'
import { Liquid } from './liquid.tsx'

test('only a full goal shows 100 per cent, and a started one at least 1', () => {
  expect([0, 0.001, 0.5, 0.999, 1, 1.32].map(percentOf)).toEqual([0, 1, 50, 99, 100, 132])
  expect(percentOf(levelOf(58, 100))).toBe(58) // 0.58 * 100 is 57.99… in floating point
})

test('the surface rises with the level and stays at the brim', () => {
  const [empty, begun, half, full, over] = [0, 0.01, 0.5, 1, 2].map((level) => surfaceAt(level, 100))

  expect(empty).toBeGreaterThan(100)
  expect(begun).toBeLessThan(100)
  expect(half).toBeGreaterThan(full ?? 0)
  expect(over).toBeLessThan(full ?? 0)
})

test('spills nothing up to the brim, and at most 1 beyond twice the target', () => {
  expect([0.5, 1, 1.25, 3].map(spillOf)).toEqual([0, 0, 0.25, 1])
})

test('a goal without a target is empty', () => {
  expect(levelOf(500, 0)).toBe(0)
})

test('an overfilled glass spills and shows its percentage', () => {
  const { container } = render(<Liquid level={1.32} name="Second camera" />)

  const meter = screen.getByRole('progressbar', { name: 'Second camera' })
  expect(meter).toHaveAttribute('aria-valuetext', '132%')
  expect(meter).toHaveAttribute('aria-valuenow', '100')
  expect(screen.getByText('132%')).toBeInTheDocument()
  expect(container.querySelector('[data-spill]')).not.toBeNull()
})

test('a glass below the brim does not spill', () => {
  const { container } = render(<Liquid level={1} name="Second camera" />)

  expect(screen.getByText('100%')).toBeInTheDocument()
  expect(container.querySelector('[data-spill]')).toBeNull()
})

test('a glass without a name is hidden from screen readers', () => {
  render(<Liquid level={0.4} />)

  expect(screen.queryByRole('progressbar')).toBeNull()
})
