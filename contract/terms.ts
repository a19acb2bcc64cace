/** Which terms hold: the day on which their text was last changed. An order keeps the version that its fan paid under. */
export const termsVersion = '2026-11-22'
