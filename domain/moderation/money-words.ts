/** The words of currencies, as people write them after a sum. */
import { currencies } from '../../contract/money/currencies.ts'
import { locales } from '../../contract/locale.ts'

/** Words for money that are not names of currencies. */
const slang = ['bucks', 'quid']

/** Matches a sum with the code or the name of a currency, in each of our languages: `500 usd`, `500 kronor`, `5 Pfund`. */
export const sumInWords = new RegExp(
  String.raw`\d\s?(?:${[...new Set([...currencies, ...currencies.flatMap(namesOf), ...slang])].join('|')})(?![\p{L}\p{N}])`,
  'iu',
)

/** Returns the last words of a currency's names, for one unit and for several: `krona`, `kronor` of the Swedish one. */
function namesOf(currency: string): string[] {
  return locales.flatMap((locale) => {
    const shown = { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 } as const
    const format = new Intl.NumberFormat(locale, shown)
    return [1, 2].flatMap((count) => {
      const name = format.formatToParts(count).find(({ type }) => type === 'currency')?.value
      return name?.toLowerCase().match(/\p{L}+$/u) ?? []
    })
  })
}
