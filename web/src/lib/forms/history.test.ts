import { expect, test } from 'vitest'
import { change, redo, startHistory, undo } from './history.ts'

const [first, second, third] = ['first', 'second', 'third'] as const

test('changes are undone and redone one by one, and a new one forgets what was undone', () => {
  let history = startHistory<string>(first)
  history = change(history, second, 'theme', 0)
  history = change(history, third, 'place', 100)

  history = undo(history)
  expect(history.now).toBe(second)
  expect(undo(undo(history)).now).toBe(first)
  expect(redo(history).now).toBe(third)
  expect(redo(change(history, first, 'theme', 200)).now).toBe(first)
})

test('quick changes of one field are undone at once', () => {
  let history = startHistory<string>(first)
  history = change(history, second, 'headline', 0)
  history = change(history, third, 'headline', 500)
  expect(undo(history).now).toBe(first)

  history = change(history, second, 'headline', 5_000)
  expect(undo(history).now).toBe(third)
})
