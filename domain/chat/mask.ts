/** Makes donor text fit to be read aloud by a bot: links and blocked words are masked. */
import {
  RegExpMatcher,
  TextCensor,
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
} from 'obscenity'

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
const censor = new TextCensor().setStrategy(asteriskCensorStrategy())

/** Every character that a browser takes for the dot of a host name. */
const dot = '[.\\u3002\\uFF0E\\uFF61]'
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const scheme = '\\p{L}[\\p{L}\\p{N}+.-]*:\\/\\/\\S+'
const host = `(?:${label}${dot})+(?:\\p{L}{2,}|xn--[\\p{L}\\p{N}-]+)(?::\\d+)?(?:[/?#]\\S*)?`
const address = '\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?(?:[/?#]\\S*)?'
const link = new RegExp(`(?:${scheme}|${host}|${address})`, 'giu')

/** Masks what a stranger may not say in a creator's name: a link becomes `[link]`, a blocked word asterisks. */
export function maskText(text: string): string {
  const linkless = text.replace(link, '[link]')
  return censor.applyTo(linkless, matcher.getAllMatches(linkless))
}
