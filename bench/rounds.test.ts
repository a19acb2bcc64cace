import { expect, test } from 'vitest'
import { compare } from './rounds.ts'

/** Runs a comparison with the given noise in each round; returns how often each contestant ran. */
async function runWithNoise(noise: number[]) {
  const ran = { ours: 0, baseline: 0 }
  const contestant = (name: keyof typeof ran, value: number) => ({
    name,
    async round() {
      ran[name] += 1
      return { 'tips/s': value }
    },
  })
  const ratios = await compare(contestant('ours', 30), contestant('baseline', 20), {
    startNoise: () => {
      const level = noise.shift() ?? 0
      return () => level
    },
  })
  return { ran, ratio: ratios['tips/s'] }
}

test('three quiet rounds are compared', async () => {
  const { ran, ratio } = await runWithNoise([])

  expect(ran).toEqual({ ours: 3, baseline: 3 })
  expect(ratio).toEqual({ median: 1.5, min: 1.5, max: 1.5, rounds: 3, ours: 30, baseline: 20 })
})

test('a noisy round is repeated', async () => {
  const { ran, ratio } = await runWithNoise([0, 0.26, 0.25, 1])

  expect(ran).toEqual({ ours: 5, baseline: 5 })
  expect(ratio?.rounds).toBe(3)
})

test('after five repeats a noisy round counts, so that a comparison ends', async () => {
  const { ran } = await runWithNoise(Array.from({ length: 20 }, () => 1))

  expect(ran.ours).toBe(8)
})
