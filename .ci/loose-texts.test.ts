import { expect, test } from 'vitest'
import { checkLooseTexts, findLooseTexts } from './loose-texts.ts'

test('a browser’s translation takes no text out of React’s hands', () => {
  expect(checkLooseTexts('.')).toEqual([])
})

test.each([
  '<p>{isChosen && <Check />}{m.goal_tip()}</p>',
  '<p>Tip {isChosen ? <Check /> : null}</p>',
  '<p><b>1</b>{isOpen && `a ${b}`}</p>',
  '<p>{name}{isOpen && <b />}</p>',
  '<p>{isOpen && <>: {m.goal_tip()}</>}</p>',
])('%s is found', (jsx) => {
  expect(findLooseTexts('a.tsx', `export const A = () => ${jsx}`)[0]).toMatch(/^a\.tsx:1: /)
})

test.each([
  '<p>{m.goal_tip()}</p>',
  '<p>{isChosen ? m.goal_tip() : m.goal_of()}</p>',
  '<p>{isChosen && <Check />}<span>{m.goal_tip()}</span></p>',
  '<p><Check /> {m.goal_tip()}</p>',
  '<p>{children}{isOpen && <b />}</p>',
])('%s is left alone', (jsx) => {
  expect(findLooseTexts('a.tsx', `export const A = () => ${jsx}`)).toEqual([])
})
