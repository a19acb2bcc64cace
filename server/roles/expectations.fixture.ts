/** Asserts the effects of requests in the role tests. */
import { expect } from 'vitest'

/** Asserts that two values are deeply equal. */
export function equals(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected)
}

/** Asserts that the actual value contains the expected properties. */
export function like(actual: unknown, expected: object): void {
  expect(actual).toMatchObject(expected)
}

/** Asserts that a text contains a part, or that a list contains a member. */
export function has(actual: unknown, part: unknown): void {
  if (typeof part === 'string') expect(actual).toContain(part)
  else expect(actual).toContainEqual(part)
}

/** Asserts that a text or a list does not contain a part. */
export function lacks(actual: unknown, part: string): void {
  expect(actual).not.toContain(part)
}

/** Waits until a check passes. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  await expect.poll(() => check().then(() => 'so')).toBe('so')
}
