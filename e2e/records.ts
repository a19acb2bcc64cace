/** Reads what the product and the sandbox have recorded, so that a test can compare it with a page. */
import type { GoalRow, TipRow } from '../db/schema.ts'
import type { Product } from './product.ts'

export type Records = ReturnType<typeof openRecords>

/** Opens the records of one product. */
export function openRecords({ db, control }: Pick<Product, 'db' | 'control'>) {
  return {
    async uidOf(userName: string): Promise<string> {
      const query = db.selectFrom('account').select('uid').where('userName', '=', userName)
      return (await query.executeTakeFirstOrThrow()).uid
    },
    /** Returns a creator's active goals in the order that the creator chose. */
    async goalsOf(userName: string): Promise<GoalRow[]> {
      return db
        .selectFrom('goal')
        .innerJoin('account', 'account.uid', 'goal.creatorUid')
        .selectAll('goal')
        .where('userName', '=', userName)
        .where('status', '=', 'ACTIVE')
        .orderBy('position')
        .execute()
    },
    async tipsBy(supporterName: string): Promise<TipRow[]> {
      return db.selectFrom('tip').selectAll().where('supporterName', '=', supporterName).execute()
    },
    /** Returns the id of the YouTube channel that an account has connected. */
    async youtubeChannelOf(uid: string): Promise<string> {
      const query = db.selectFrom('platformConnection').select('channel').where('uid', '=', uid)
      return (await query.where('platform', '=', 'youtube').executeTakeFirstOrThrow()).channel
    },
    /** Returns the lines of a chat, whose name is like `twitch/channel/miravale`. */
    async chatLines(chat: string): Promise<string[]> {
      return (await control<{ text: string }[]>(`/${chat}/messages`)).map(({ text }) => text)
    },
  }
}
