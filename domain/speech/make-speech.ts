/** Makes the files of spoken messages, within the caps of the month. */
import { randomBytes } from 'node:crypto'
import { speechPath } from '../../contract/alerts/sound-address.ts'
import { countCharacters, toSpokenText } from '../../contract/alerts/spoken-text.ts'
import type { Voice } from '../../contract/alerts/voices.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/speech.ts'
import type { SpeechCaps } from '../../db/queries/alerts/speech.ts'
import type { Storage } from '../storage/storage.ts'
import { SpeechBusyError, SpeechRefusedError } from './google-speech.ts'
import type { SpeechGateway } from './google-speech.ts'

export interface SpeechContext {
  db: Db
  storage: Storage
  speech: SpeechGateway
  caps: SpeechCaps
}

/** Thrown when the characters of the month are used up: those of the creator, or those of all together. */
export class SpeechCapError extends Error {
  readonly of: 'creator' | 'all'

  constructor(of: 'creator' | 'all') {
    super(`the characters of the month are used up: ${of}`)
    this.of = of
  }
}

/** Where a spoken message is, and the alert that it belongs to. */
export interface SpokenAlert {
  creatorUid: string
  seq: number
  path: string
}

/** Returns the name of a message's file in the storage. */
export const fileOfSpeech = (token: string): string => `speech-${token}.mp3`

/**
 * Speaks the stored alert of an event, whose words are public and censored. Returns undefined if there is nothing to speak, or if
 * the creator no longer wants it. If it was spoken before, that file is used. Throws `SpeechCapError`, what the gateway throws, and
 * an error if the alert is not stored yet.
 */
export async function speakAlert(ctx: SpeechContext, eventId: string): Promise<SpokenAlert | undefined> {
  const { db, storage } = ctx
  const alert = await queries.findAlertOfEvent(db, eventId)
  if (!alert) throw new Error('the alert is not stored yet')
  const { creatorUid, seq, message } = alert
  const [choice, known] = await Promise.all([
    queries.findSpeechChoice(db, creatorUid),
    queries.findSpeech(db, eventId),
  ])
  const text = toSpokenText(message)
  if (text === '' || choice?.engine !== 'file') return undefined
  if (known) return { creatorUid, seq, path: speechPath(known) }
  const file = await speak(ctx, creatorUid, text, choice.voice)
  const token = randomBytes(16).toString('hex')
  // The row comes first: it is what makes the clean-up find the file.
  await queries.insertSpeech(db, { eventId, creatorUid, token })
  await storage.put(fileOfSpeech(token), file, 'audio/mpeg')
  return { creatorUid, seq, path: speechPath(token) }
}

/**
 * Speaks a text, and counts its characters before it is sent. They are taken out of the counts again when the provider says that it
 * has not spoken; after a timeout they stay, because they may be billed.
 */
async function speak(
  { db, speech, caps }: SpeechContext,
  creatorUid: string | undefined,
  text: string,
  voice: Voice,
): Promise<Buffer> {
  const characters = countCharacters(text)
  const result = await queries.takeCharacters(db, creatorUid, characters, caps)
  if (result !== 'taken') throw new SpeechCapError(result)
  return speech.synthesize(text, voice).catch(async (error: unknown) => {
    if (error instanceof SpeechBusyError || error instanceof SpeechRefusedError)
      await queries.giveCharactersBack(db, creatorUid, characters)
    throw error
  })
}

/**
 * Returns the sample of a voice. It is made once for the whole installation and kept, so that listening costs nothing. Throws as
 * `speakAlert`.
 */
export async function readSample(ctx: SpeechContext, voice: Voice, text: string): Promise<Buffer> {
  const name = `speech-sample-${voice.toLowerCase()}.mp3`
  const stored = await ctx.storage.get(name)
  if (stored) return stored
  const file = await speak(ctx, undefined, text, voice)
  await ctx.storage.put(name, file, 'audio/mpeg')
  return file
}

/** How many files one run of the clean-up deletes. */
const maxDeleted = 1_000

/** Deletes files that have expired, then their rows. */
export async function deleteExpiredSpeech({
  db,
  storage,
}: Pick<SpeechContext, 'db' | 'storage'>): Promise<void> {
  const tokens = await queries.listExpiredSpeech(db, maxDeleted)
  for (const token of tokens) await storage.remove(fileOfSpeech(token))
  await queries.deleteSpeech(db, tokens)
}
