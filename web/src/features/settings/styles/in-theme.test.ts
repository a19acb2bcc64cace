import { expect, test } from 'vitest'
import { lookOf } from '../../../../../contract/alerts/alert-looks.ts'
import { inTheme } from './use-style-editor.ts'

test('another theme brings its colours and place, unless the creator has chosen others', () => {
  expect(inTheme(lookOf('liquid'), 'ticket')).toEqual(lookOf('ticket'))

  const colors = { ...lookOf('liquid').colors, text: '#123456' }
  const own = inTheme({ ...lookOf('liquid'), colors, place: 'left' }, 'ticket')
  expect([own.theme, own.colors, own.place]).toEqual(['ticket', colors, 'left'])
})
