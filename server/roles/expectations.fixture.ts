/** What the role table's rows assert, in the table's own words. For tests. */
import { expect } from 'vitest'

/** The same, deeply. */
export function equals(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected)
}

/** At least this. */
export function like(actual: unknown, expected: object): void {
  expect(actual).toMatchObject(expected)
}

/** A text with this part, or a list with this member. */
export function has(actual: unknown, part: unknown): void {
  if (typeof part === 'string') expect(actual).toContain(part)
  else expect(actual).toContainEqual(part)
}

/** A text or a list without it. */
export function lacks(actual: unknown, part: string): void {
  expect(actual).not.toContain(part)
}

/** Becomes true before long. */
export async function eventually(holds: () => Promise<void>): Promise<void> {
  await expect.poll(() => holds().then(() => 'so')).toBe('so')
}
