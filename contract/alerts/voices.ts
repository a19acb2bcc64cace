/**
 * The voices that messages can be spoken with. They are Google's WaveNet voices, which are billed together
 * (https://docs.cloud.google.com/text-to-speech/docs/list-voices-and-types).
 */
import * as z from 'zod/mini'

export const voice = z.enum([
  'en-US-Wavenet-D',
  'en-US-Wavenet-F',
  'en-GB-Wavenet-A',
  'en-GB-Wavenet-B',
  'en-AU-Wavenet-A',
  'en-AU-Wavenet-B',
  'de-DE-Wavenet-B',
  'de-DE-Wavenet-F',
  'fr-FR-Wavenet-A',
  'fr-FR-Wavenet-B',
  'es-ES-Wavenet-B',
  'it-IT-Wavenet-A',
  'nl-NL-Wavenet-B',
  'pl-PL-Wavenet-A',
  'pt-BR-Wavenet-A',
  'ja-JP-Wavenet-A',
])
export type Voice = z.output<typeof voice>

/** Returns the language and country that a voice speaks, as a BCP 47 tag. */
export function languageOf(name: Voice): string {
  return name.split('-', 2).join('-')
}
