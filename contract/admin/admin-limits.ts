/** Limits of what admins enter. */

/** The maximum length of an admin's reason, in characters. */
export const reasonLength = 300

/** The largest adjustment of a tip, in minor units. */
export const maxAdjustment = 100_000_000_000
