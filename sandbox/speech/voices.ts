/** Some of Google's voices: https://docs.cloud.google.com/text-to-speech/docs/list-voices-and-types */
const letters: Record<string, string> = {
  'en-US': 'ABCDEFGHIJ',
  'en-GB': 'ABCDFNO',
  'en-AU': 'ABCD',
  'de-DE': 'ABCDEFGH',
  'fr-FR': 'ABCDEFG',
  'es-ES': 'BCDEFGH',
  'it-IT': 'ABCDEF',
  'nl-NL': 'ABCDEFG',
  'pl-PL': 'ABCDEFG',
  'pt-BR': 'ABCDE',
  'ja-JP': 'ABCD',
}

export const voices: readonly string[] = Object.entries(letters).flatMap(([language, known]) =>
  ['Standard', 'Wavenet'].flatMap((kind) => [...known].map((letter) => `${language}-${kind}-${letter}`)),
)
