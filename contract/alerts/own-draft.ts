/** What a creator works on before the stream shows it: the style of alerts, and the scene. */
import * as z from 'zod/mini'

/** The number of a draft. It rises with each change, so that a page cannot overwrite what it has not seen. */
export const draftVersion = z.int().check(z.nonnegative())

/** Returns the schema of a draft of this schema, with what the stream shows. */
export function ownDraft<S extends z.ZodMiniType>(schema: S) {
  return z.object({
    /** What the creator works on. */
    draft: schema,
    /** 0 until a draft was saved. */
    draftVersion,
    /** What the stream shows; our standard one until the creator has published one. */
    live: schema,
    /** Which draft was published last; 0 if none was. */
    liveVersion: draftVersion,
  })
}
