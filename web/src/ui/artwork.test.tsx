import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Artwork } from './artwork.tsx'
import { Avatar } from './avatar.tsx'

const draw = (seed: string) => render(<Artwork seed={seed} />).container.innerHTML

test('the same seed gives the same picture, and different seeds different ones', () => {
  const names = Array.from({ length: 60 }, (_, i) => `user_${i}`)

  expect(draw('Mira')).toBe(draw('mira'))
  expect(new Set(names.map(draw)).size).toBe(60)
})

test('any name gives a picture, and the name does not appear in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
      const svg = draw(`${name}<b>`)
      expect(svg).not.toMatch(/NaN|undefined|<b>/)
    }),
    { numRuns: 50 },
  )
})

test('requests our own pictures in the smallest sufficient width, and others as they are', () => {
  const { container } = render(<Avatar src="/media/0a-512.webp" name="Mira" />)
  const { container: other } = render(<Avatar src="https://img.example/a.png" name="Mira" />)

  expect(container.querySelector('img')?.srcset).toBe('/media/0a-128.webp 128w, /media/0a-512.webp 512w')
  expect(other.querySelector('img')?.srcset).toBe('')
})
