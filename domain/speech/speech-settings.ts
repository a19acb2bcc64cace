/** How a creator's messages are spoken, and what is left of the month. */
import { AppError } from '../../contract/errors.ts'
import type { SpeechChoice, SpeechSettings } from '../../contract/alerts/speech-calls.ts'
import { languageOf, voice } from '../../contract/alerts/voices.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { findLocale } from '../../db/queries/accounts/accounts.ts'
import {
  defaultSpeech,
  findSpeechChoice,
  readSpokenCharacters,
  saveSpeechChoice,
} from '../../db/queries/alerts/speech.ts'
import type { SpeechCaps } from '../../db/queries/alerts/speech.ts'

/** Returns a creator's settings. `caps` is undefined where no files can be made. */
export async function readSpeechSettings(
  db: Db,
  creatorUid: string,
  caps: SpeechCaps | undefined,
): Promise<SpeechSettings> {
  const [choice, spoken, locale] = await Promise.all([
    findSpeechChoice(db, creatorUid),
    readSpokenCharacters(db, creatorUid),
    findLocale(db, creatorUid),
  ])
  const charactersPerMonth = caps?.creatorCharacters ?? 0
  const left = Math.min(charactersPerMonth - spoken.own, (caps?.totalCharacters ?? 0) - spoken.all)
  return {
    ...(choice ?? { ...defaultSpeech, voice: findVoice(locale) }),
    hasFiles: caps !== undefined,
    charactersPerMonth,
    charactersLeft: Math.max(left, 0),
  }
}

/** Returns the first voice of a language. */
function findVoice(locale: Locale) {
  return voice.options.find((name) => languageOf(name).startsWith(locale)) ?? defaultSpeech.voice
}

/** Stores a creator's choice. Throws AppError `unavailable` for files where none can be made. */
export async function chooseSpeech(
  db: Db,
  creatorUid: string,
  choice: SpeechChoice,
  caps: SpeechCaps | undefined,
): Promise<void> {
  if (choice.engine === 'file' && !caps) throw new AppError('unavailable', { text: 'error_speech_off' })
  await saveSpeechChoice(db, creatorUid, choice)
}
