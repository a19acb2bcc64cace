/**
 * How many decimals the minor units of a currency have. This is all that the overlay needs of a currency, so the table of their
 * other rules is not in its bundle. A currency is its code in lower case.
 */

/** Returns how many decimals our minor units of a currency have. */
export function decimalsOf(currency: string): number {
  return Math.log10(minorPerUnit(currency))
}

/** Converts whole units to minor units, rounded to the nearest one. All code converts by this function and `toUnits`. */
export function toMinorUnits(units: number, currency: string): number {
  return Math.round(units * minorPerUnit(currency))
}

/** Converts minor units to whole units. It is a number, because CSV writers escape the minus sign of a text. */
export function toUnits(minor: number, currency: string): number {
  return minor / minorPerUnit(currency)
}

/**
 * Returns the number of minor units in a whole unit: 100 for pounds, 1 for yen, as in ISO 4217:
 * https://www.six-group.com/en/products-services/financial-information/data-standards.html. `Intl` is used only to display
 * amounts: which decimals it knows depends on the version of its data, which has 0 for HUF, and 2 for TWD.
 */
function minorPerUnit(currency: string): number {
  return currency === 'jpy' ? 1 : 100
}
