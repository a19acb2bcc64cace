/**
 * The version of the terms: the date on which their text last changed. Each order stores the version that its supporter accepted.
 */
export const termsVersion = '2026-11-22'
