import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Artwork } from './artwork.tsx'
import { Avatar } from './avatar.tsx'

const draw = (seed: string) => render(<Artwork seed={seed} />).container.innerHTML

test('the same word makes the same picture, and people look different', () => {
  const names = Array.from({ length: 60 }, (_, i) => `user_${i}`)

  expect(draw('Mira')).toBe(draw('mira'))
  expect(new Set(names.map(draw)).size).toBe(60)
})

test('whatever a name is, it makes a picture and is not written into it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
      const svg = draw(`${name}<b>`)
      expect(svg).not.toMatch(/NaN|undefined|<b>/)
    }),
    { numRuns: 50 },
  )
})

test('a picture of ours is asked for in the width that is enough, one of others as it is', () => {
  const { container } = render(<Avatar src="/media/0a-512.webp" name="Mira" />)
  const { container: other } = render(<Avatar src="https://img.example/a.png" name="Mira" />)

  expect(container.querySelector('img')?.srcset).toBe('/media/0a-128.webp 128w, /media/0a-512.webp 512w')
  expect(other.querySelector('img')?.srcset).toBe('')
})
