/** Estimates how hard a password is to guess. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../contract/errors.ts'

/** The minimum of zxcvbn's scores from 0 to 4. With 3, a stolen hash as slow as ours cannot be cracked in practice. */
const minScore = 3
/** Only this many characters are estimated, because estimating is slow and further characters never make a password weaker. */
const maxCharacters = 64

/**
 * In how many ways a password is read whose signs can each stand for several letters. With the library's 100, one of 64 signs keeps the
 * event loop from everything else for a tenth of a second and more, and its score is the same.
 */
const maxReadings = 4

let estimator: ZxcvbnFactory | undefined

/**
 * Throws AppError `invalid_input` on `field` when a password is easy to guess. The guesses include `words`, such as the owner's
 * name.
 */
export function refuseWeakPassword(
  password: string,
  knownWords: readonly string[],
  field = 'password',
): void {
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: maxReadings,
  })
  const guesses = listGuesses(knownWords)
  const scoreOf = (text: string) => estimator!.check(text.slice(0, maxCharacters), guesses).score
  if (scoreOf(password) >= minScore && scoreOf(withoutRepetition(password)) >= minScore) return
  const text = 'invalid_password_weak'
  throw new AppError('invalid_input', { text, fields: { [field]: text } })
}

/**
 * Returns the password with each part that is repeated only once. Saying a word twice, with something between, adds little, and the
 * estimator would count the second one in full.
 */
function withoutRepetition(password: string): string {
  return password.replace(/(.{3,}?)(?:[\P{L}]*\1)+/giu, '$1')
}

/** The passphrase of https://xkcd.com/936, which every list of guesses begins with. */
const knownPassphrase = [
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'correct-horse-battery-staple',
]

/** Returns the words and their parts, each with and without accents. */
function listGuesses(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const plain = parts.map((part) => part.normalize('NFKD').replace(/\p{M}/gu, ''))
  return [...new Set([...parts, ...plain, 'brimful', ...knownPassphrase])].filter((part) => part.length > 2)
}
