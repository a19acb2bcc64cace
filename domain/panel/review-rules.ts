/** Which tips wait until somebody approves them: the creator's rules, and what the censor does when it finds something. */
import type { ReviewRules } from '../../contract/panel/panel.ts'
import type { Db } from '../../db/connection.ts'
import { getHoldRules, saveHoldRules } from '../../db/queries/payments/tip-rules.ts'
import { findWordSettings, saveCensorAction } from '../../db/queries/moderation/word-settings.ts'

/** Returns a creator's rules. */
export async function readReviewRules(db: Db, creatorUid: string): Promise<ReviewRules> {
  const [rules, { action }] = await Promise.all([
    getHoldRules(db, creatorUid),
    findWordSettings(db, creatorUid),
  ])
  return {
    all: rules.holdsAll,
    first: rules.holdsFirst,
    messages: rules.holdsMessages,
    from: rules.holdsFromMinor,
    onWords: action === 'hold',
  }
}

/** Saves a creator's rules. What the censor does besides holding tips stays as it is. */
export async function saveReviewRules(db: Db, creatorUid: string, rules: ReviewRules): Promise<void> {
  await saveHoldRules(db, creatorUid, {
    holdsAll: rules.all,
    holdsFirst: rules.first,
    holdsMessages: rules.messages,
    holdsFromMinor: rules.from,
  })
  const { action } = await findWordSettings(db, creatorUid)
  if (rules.onWords) await saveCensorAction(db, creatorUid, 'hold')
  else if (action === 'hold') await saveCensorAction(db, creatorUid, 'mask')
}
