import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

afterEach(() => void vi.useRealTimers())

test('a tooltip opens when the pointer has rested for 700 ms, and not before', () => {
  vi.useFakeTimers()
  render(
    <Tooltip text="Copy link">
      <button type="button">Share</button>
    </Tooltip>,
  )

  fireEvent.pointerMove(screen.getByRole('button'), { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(699))
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))

  expect(screen.getByRole('tooltip')).toHaveTextContent('Copy link')
})
