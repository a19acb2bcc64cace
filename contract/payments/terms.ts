/** The version of the terms: the date of the last change to their text. Each order stores the version that its supporter accepted. */
export const termsVersion = '2026-11-30'
