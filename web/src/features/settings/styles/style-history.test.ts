import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import { alertTheme } from '../../../../../contract/alerts/alert-style.ts'
import { change, redo, startHistory, undo } from './style-history.ts'
import { inTheme } from './use-style-editor.ts'

const [first, second, third] = alertTheme.options.map((theme) => ({
  ...standardStyle(),
  look: lookOf(theme),
}))

test('changes are undone and redone one by one, and a new one forgets what was undone', () => {
  let history = startHistory(first!)
  history = change(history, second!, 'theme', 0)
  history = change(history, third!, 'place', 100)

  history = undo(history)
  expect(history.now).toBe(second)
  expect(undo(undo(history)).now).toBe(first)
  expect(redo(history).now).toBe(third)
  expect(redo(change(history, first!, 'theme', 200)).now).toBe(first)
})

test('quick changes of one field are undone at once', () => {
  let history = startHistory(first!)
  history = change(history, second!, 'headline', 0)
  history = change(history, third!, 'headline', 500)
  expect(undo(history).now).toBe(first)

  history = change(history, second!, 'headline', 5_000)
  expect(undo(history).now).toBe(third)
})

test('another theme brings its colours and place, unless the creator has chosen others', () => {
  expect(inTheme(lookOf('liquid'), 'ticket')).toEqual(lookOf('ticket'))

  const colors = { ...lookOf('liquid').colors, text: '#123456' }
  const own = inTheme({ ...lookOf('liquid'), colors, place: 'left' }, 'ticket')
  expect([own.theme, own.colors, own.place]).toEqual(['ticket', colors, 'left'])
})
