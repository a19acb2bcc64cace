/** What a voice says when a creator listens to it. */

const samples: Record<string, string> = {
  en: 'Love the stream! Thanks for the great time, and see you tomorrow.',
  de: 'Toller Stream! Danke für die schöne Zeit, und bis morgen.',
  fr: 'J’adore ton stream ! Merci pour ce bon moment, et à demain.',
  es: '¡Me encanta tu directo! Gracias por el buen rato, y hasta mañana.',
  it: 'Adoro la tua diretta! Grazie per i bei momenti, e a domani.',
  nl: 'Geweldige stream! Bedankt voor de leuke tijd, en tot morgen.',
  pl: 'Świetny stream! Dzięki za miły czas i do jutra.',
  pt: 'Adorei a live! Obrigado pelo bom momento, e até amanhã.',
  ja: '配信、最高です！楽しい時間をありがとう。また明日！',
}

/** Returns the sample of a language, given as a BCP 47 tag. */
export function sampleOf(tag: string): string {
  const sample = samples[tag.split('-')[0]!]
  if (sample === undefined) throw new Error(`no sample in ${tag}`)
  return sample
}
