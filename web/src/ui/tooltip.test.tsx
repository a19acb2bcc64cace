import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

test('a tooltip opens after the pointer has rested for 700 ms, not before', () => {
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
