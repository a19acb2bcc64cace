/**
 * Reads amounts as people type and paste them, and as files have them: the digits of any script, the marks of any country, a currency on
 * either side. Nothing is dropped from a text to make it readable: a text that is not understood is not an amount.
 */

/** The mark before decimals. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** An amount as it is written. */
export interface WrittenAmount {
  /** Digits with a point before the decimals. */
  digits: string
  /** The amount if its only mark separates thousands and not, as in `digits`, decimals: `1.000` is 1 or 1000. */
  otherDigits?: string
  isNegative: boolean
  /** The codes of the currencies that the text can mean, the most common first; empty if it names none. */
  currencies: readonly string[]
}

/** No amount is longer. */
const maxChars = 60

const dollars = ['usd', 'cad', 'aud', 'nzd', 'mxn', 'sgd', 'hkd', 'twd', 'brl']
/** What stands beside amounts, in lower case, without spaces and a final point. */
const symbols: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  us$: ['usd'],
  c$: ['cad'],
  ca$: ['cad'],
  a$: ['aud'],
  au$: ['aud'],
  nz$: ['nzd'],
  mx$: ['mxn'],
  s$: ['sgd'],
  hk$: ['hkd'],
  nt$: ['twd'],
  r$: ['brl'],
  '£': ['gbp'],
  '€': ['eur'],
  euro: ['eur'],
  euros: ['eur'],
  '¥': ['jpy', 'cny'],
  円: ['jpy'],
  元: ['cny', 'twd'],
  kr: ['sek', 'nok', 'dkk', 'isk'],
  fr: ['chf'],
  sfr: ['chf'],
  zł: ['pln'],
  kč: ['czk'],
  ft: ['huf'],
  '₹': ['inr'],
  '₽': ['rub'],
  '₴': ['uah'],
  '₺': ['try'],
  '₩': ['krw'],
  '₪': ['ils'],
  '₫': ['vnd'],
  '฿': ['thb'],
  '₱': ['php'],
}

/** Between letters and digits a point could belong to either (`kr.50`, `USD.50`), so there it is not understood. */
const before = String.raw`(?:[\p{L}\p{Sc}]{0,4}(?:\p{Sc}|\p{L}(?!\.\d)(?:\.(?= ))?))?`
const after = String.raw`(?:[\p{L}\p{Sc}]{1,5}\.?)?`
const written = new RegExp(
  String.raw`^(?<open>[-+(]?) ?(?<before>${before}) ?(?<sign>[-+]?) ?(?<number>(?:\d|[.,]\d)[\d.,' ]*?(?:[.,]-{1,2})?) ?(?<after>${after}) ?(?<close>[-)]?)$`,
  'u',
)

/**
 * Returns the amount that a text consists of; undefined if it is not an amount. Without a known mark, a single one before exactly three
 * digits is read in both ways.
 */
export function readAmount(text: string, mark?: DecimalMark): WrittenAmount | undefined {
  if (text.length > maxChars) return undefined
  const groups = written.exec(toPlain(text))?.groups
  const signs = groups && readSigns(groups)
  const currencies = groups && findCurrencies(groups['before']!, groups['after']!)
  const number = groups && readNumberOf(groups['number']!.replace(/[.,]-{1,2}$/, ''), mark)
  if (!signs || !currencies || !number) return undefined
  return { ...number, ...signs, currencies }
}

/**
 * Returns the number that a text consists of; undefined if it is not a number, can be read in two ways, is negative, or names a currency.
 */
export function readNumber(text: string): number | undefined {
  const read = readAmount(text)
  const isPlain = read && !read.isNegative && read.otherDigits === undefined && read.currencies.length === 0
  return isPlain ? Number(read.digits) : undefined
}

/** Writes the decimal digits of every script as 0 to 9. Unicode has those of a script in a row, from 0 on. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    let before = 0
    while (isDigit(digit.codePointAt(0)! - before - 1)) before += 1
    return String(before % 10)
  })
}

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint))

/**
 * Writes digits, marks, signs and spaces in one form each. Fractions, circled and raised digits (`½`, `①`, `5²`) stay as they are, and are
 * not amounts, because their compatible forms mean something else.
 */
function toPlain(text: string): string {
  if (/[\p{No}\p{Nl}]/u.test(text)) return text
  return toAsciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u066B\u3002\u00B7]/g, '.') // Arabic decimal mark, ideographic full stop, raised point
    .replace(/[\u060C\u3001]/g, ',') // Arabic and ideographic comma
    .replace(/[\u066C\u2019\u2018\u02BC\u00B4`]/g, "'") // Arabic mark of thousands, apostrophes
    .replace(/\s/g, ' ')
    .trim()
}

function readSigns({
  open,
  sign,
  close,
}: Record<string, string | undefined>): { isNegative: boolean } | undefined {
  const isInBrackets = open === '(' && close === ')'
  if (!isInBrackets && (open === '(' || close === ')')) return undefined
  const given = [open, sign, close].filter((one) => one === '-' || one === '+')
  return given.length > 1 || (isInBrackets && given.length > 0)
    ? undefined
    : { isNegative: isInBrackets || given[0] === '-' }
}

/** Returns the currencies that one side or both name; undefined if a name is not a currency, or they name different ones. */
function findCurrencies(before: string, after: string): readonly string[] | undefined {
  const named = [before, after].filter((name) => name !== '').map(findCurrency)
  if (named.includes(undefined)) return undefined
  const [first = [], second = first] = named
  const both = first.filter((code) => second.includes(code))
  return both.length > 0 || named.length === 0 ? both : undefined
}

/** Returns the currencies that a code, a symbol or a name can mean; undefined if the text is nothing of these. */
export function readCurrencies(text: string): readonly string[] | undefined {
  return text.length > maxChars ? undefined : findCurrency(toPlain(text))
}

function findCurrency(name: string): readonly string[] | undefined {
  const bare = name.toLowerCase().replace(/\.$/, '')
  return symbols[bare] ?? (/^[a-z]{3}$/.test(bare) ? [bare] : undefined)
}

type Digits = Pick<WrittenAmount, 'digits' | 'otherDigits'>

function readNumberOf(number: string, mark: DecimalMark | undefined): Digits | undefined {
  if (mark) return split(number, mark === 'point' ? '.' : ',')
  const last = /[.,](?=[^.,]*$)/.exec(number)?.[0]
  if (last === undefined) return split(number, '.')
  const asDecimals = split(number, last)
  const asThousands = split(number, last === '.' ? ',' : '.')
  if (!asDecimals || !asThousands) return asDecimals ?? asThousands
  return { ...asDecimals, otherDigits: asThousands.digits }
}

/** Reads a number with this decimal mark. Thousands have one mark, and it stands where it belongs, also in the Indian way. */
function split(number: string, decimal: string): Digits | undefined {
  const [whole = '', fraction = '', ...more] = number.split(decimal)
  const thousand = /[., ']/.exec(whole)?.[0]
  const groups = thousand === undefined ? [whole] : whole.split(thousand)
  const isGrouped =
    groups.length === 1
      ? /^\d*$/.test(whole)
      : /^(?!0)\d{1,3}(?:,\d{3})+$|^(?!0)\d{1,2}(?:,\d{2})+,\d{3}$/.test(groups.join())
  if (more.length > 0 || !isGrouped || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined
  return { digits: `${groups.join('') || '0'}${fraction && `.${fraction}`}` }
}
