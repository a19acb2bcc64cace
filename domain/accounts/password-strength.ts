/** Whether a password is hard enough to guess, by how a cracker would go about it. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../contract/errors.ts'

/** 3 of 4: safe against guessing offline at a hash as slow as ours. */
const leastScore = 3
/** What comes after makes no password weaker, and looking costs more than its length. */
const charactersLookedAt = 64

let estimator: ZxcvbnFactory | undefined

/** Throws AppError `invalid_input` on `field` when a password is easy to guess, also for those who know these words about its owner. */
export function refuseWeakPassword(
  password: string,
  knownWords: readonly string[],
  field = 'password',
): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const { score } = estimator.check(password.slice(0, charactersLookedAt), listGuesses(knownWords))
  if (score >= leastScore) return
  const text = 'invalid_password_weak'
  throw new AppError('invalid_input', { text, fields: { [field]: text } })
}

/** The words and their parts, also as they are typed without accents. */
function listGuesses(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const plain = parts.map((part) => part.normalize('NFKD').replace(/\p{M}/gu, ''))
  return [...new Set([...parts, ...plain, 'brimful'])].filter((part) => part.length > 2)
}
