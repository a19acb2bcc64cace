/** Kysely types of the tables of sounds and of spoken messages. */
import type { Generated } from 'kysely'
import type { SpeechEngine } from '../contract/alerts/speech-calls.ts'
import type { BuiltinSound, SoundFormat } from '../contract/alerts/sounds.ts'
import type { Voice } from '../contract/alerts/voices.ts'
import type { SetTime, Time } from './column-types.ts'

export interface SoundTables {
  sound: {
    id: Generated<string>
    creatorUid: string
    name: string
    format: SoundFormat
    byteCount: number
    durationMs: number
    createdAt: Time
  }
  /** Which sound a creator's alerts play. Without a row, the default. */
  alertSound: {
    creatorUid: string
    builtin: BuiltinSound | null
    soundId: string | null
    volume: number
  }
  speechSetting: {
    creatorUid: string
    engine: SpeechEngine
    voice: Voice
    minTipMinor: number
    volume: number
  }
  /** The file of a spoken message, by the event of its alert. */
  speech: {
    eventId: string
    creatorUid: string
    token: string
    expiresAt: SetTime
  }
  /** The characters that were spoken in a month for a creator, and for all together. */
  speechUsage: {
    creatorUid: string
    month: SetTime
    characters: number
  }
  speechMonth: {
    month: SetTime
    characters: number
  }
}
