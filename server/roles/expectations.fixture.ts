/** Assertions for the rows of the role table. */
import { expect } from 'vitest'

/** Deep equality. */
export function equals(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected)
}

/** The actual value contains the expected properties. */
export function like(actual: unknown, expected: object): void {
  expect(actual).toMatchObject(expected)
}

/** A text contains a part, or a list a member. */
export function has(actual: unknown, part: unknown): void {
  if (typeof part === 'string') expect(actual).toContain(part)
  else expect(actual).toContainEqual(part)
}

/** A text or a list does not contain a part. */
export function lacks(actual: unknown, part: string): void {
  expect(actual).not.toContain(part)
}

/** Waits until a check passes. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  await expect.poll(() => check().then(() => 'so')).toBe('so')
}
