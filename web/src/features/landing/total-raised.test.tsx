import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { TotalRaised } from './total-raised.tsx'

/** Fakes IntersectionObserver; calling `see` reports the visible share of the element. */
let see: (share: number) => void
let stopped = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  stopped = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { intersectionRatio: number }[]) => void) {
        see = (intersectionRatio) => callback([{ intersectionRatio }])
      }
      observe() {}
      disconnect() {
        stopped += 1
      }
    },
  )
})

const shown = () => screen.getAllByText(/^\$/).at(-1)!.textContent
function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('starts counting when half of it is in view, and reaches $50,000+ in 500 ms', () => {
  renderPage(<TotalRaised />)
  act(() => see(0))
  act(() => see(0.4))
  pass(1000)
  expect([shown(), stopped]).toEqual(['$0', 0])

  act(() => see(0.5))
  pass(16)
  const early = Number(shown().replace(/\D/g, ''))
  expect(early).toBeLessThan(5000)
  pass(234)
  const half = Number(shown().replace(/\D/g, ''))
  expect(half).toBeGreaterThan(20_000)
  expect(half).toBeLessThan(30_000)
  pass(270)
  expect([shown(), stopped]).toEqual(['$50,000+', 1])
})

test('a visitor who has already seen the figure never sees it fall', () => {
  renderPage(<TotalRaised />)
  act(() => see(0.6))

  for (const milliseconds of [0, 16, 300, 500]) {
    pass(milliseconds)
    expect(shown()).toBe('$50,000+')
  }
})
