import * as z from 'zod/mini'

/** The position of an alert in its creator's sequence, counted from 1. As a cursor, 0 means before the first alert. */
export const alertSeq = z.int().check(z.nonnegative())
