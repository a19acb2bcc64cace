/** Estimates how hard a password is to guess. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../contract/errors.ts'

/** Of zxcvbn's scores 0 to 4: safe against offline guessing of a hash as slow as ours. */
const minScore = 3
/** Further characters make no password weaker, and estimating them takes long. */
const maxCharacters = 64

let estimator: ZxcvbnFactory | undefined

/**
 * Throws AppError `invalid_input` on `field` when a password is easy to guess, also for somebody who knows these words about
 * its owner.
 */
export function refuseWeakPassword(
  password: string,
  knownWords: readonly string[],
  field = 'password',
): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const { score } = estimator.check(password.slice(0, maxCharacters), listGuesses(knownWords))
  if (score >= minScore) return
  const text = 'invalid_password_weak'
  throw new AppError('invalid_input', { text, fields: { [field]: text } })
}

/** Returns the words and their parts, with and without accents. */
function listGuesses(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const plain = parts.map((part) => part.normalize('NFKD').replace(/\p{M}/gu, ''))
  return [...new Set([...parts, ...plain, 'brimful'])].filter((part) => part.length > 2)
}
