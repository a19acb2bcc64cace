/** Reads the currency of an amount in a file. */
import { readCurrencies } from '../../contract/money/read-amount.ts'

/** The codes of ISO 4217 that are money: those that begin with X are metals, tests and none, but for the currencies of several states. */
const known = new Set(
  Intl.supportedValuesOf('currency')
    .map((code) => code.toLowerCase())
    .filter((code) => !code.startsWith('x') || ['xaf', 'xcd', 'xof', 'xpf'].includes(code)),
)

/** Returns whether a code is one of a currency. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/**
 * Returns the currency of an amount: that of its own cell, or else that beside the number. If a symbol can mean several currencies, the
 * creator's choice counts, as it does for amounts that name none. Never takes one currency for another: what is not understood is
 * `currency`, and what has several readings `unsureCurrency`.
 */
export function readCurrency(
  beside: readonly string[],
  cell: string,
  chosen: string | undefined,
): { code: string } | 'currency' | 'unsureCurrency' {
  const named = cell.trim() === '' ? beside : readCurrencies(cell)
  if (!named) return 'currency'
  const code = named.length === 1 ? named[0]! : findChosen(named, chosen)
  if (code === undefined) return 'unsureCurrency'
  return isCurrency(code) ? { code } : 'currency'
}

function findChosen(named: readonly string[], chosen: string | undefined): string | undefined {
  return chosen !== undefined && (named.length === 0 || named.includes(chosen)) ? chosen : undefined
}
