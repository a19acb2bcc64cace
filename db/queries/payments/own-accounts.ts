/** The payout accounts of solo mode, whose only creator is paid into the accounts of our own keys. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Provider } from '../../schema.ts'

/**
 * Connects the creator of this name to these providers with `payeeId`, in place of any other account, and disconnects all other
 * providers. Does nothing while there is no such creator. It writes only what differs; it reads one account by its name.
 */
export async function saveOwnAccounts(
  db: Db,
  userName: string,
  { providers, payeeId }: { providers: readonly Provider[]; payeeId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const creator = await trx
      .selectFrom('account')
      .select('uid')
      .where('userName', '=', userName)
      .where('accountType', '=', 1)
      .where('erasedAt', 'is', null)
      .executeTakeFirst()
    if (!creator) return
    const { uid } = creator
    for (const provider of providers)
      await trx
        .insertInto('payoutAccount')
        .values({ uid, provider, payeeId, isReady: true })
        .onConflict((oc) =>
          oc
            .columns(['uid', 'provider'])
            .doUpdateSet({
              payeeId,
              email: null,
              isReady: true,
              isRestricted: false,
              walletDomain: null,
              walletTriedAt: null,
            })
            .where('payoutAccount.payeeId', '<>', payeeId),
        )
        .execute()
    await trx
      .deleteFrom('payoutAccount')
      .where('uid', '=', uid)
      .where((eb) => eb.not(eb('provider', '=', sql<Provider>`any(${providers})`)))
      .execute()
  })
}

/** Finds the name of a creator with an account, other than the one of this name; undefined if there is none. */
export async function findOtherCreator(db: Db, userName: string): Promise<string | undefined> {
  const other = await db
    .selectFrom('account')
    .select('userName')
    .where('accountType', '=', 1)
    .where('userName', '<>', userName)
    .where('erasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other?.userName
}
