/** The subjects of webhooks: words of their text that erasure uses to find the webhooks about a person. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'

const atOnce = 500

/**
 * Stores the subjects of all webhooks that have none yet, 500 in each transaction. Subjects are the words of a webhook that can be
 * an address or an identifier, in lower case: words with an @ or a digit, and words of 13 letters or more, as PayPal's account ids
 * have (`payer_id` in https://developer.paypal.com/docs/api/orders/v2/). Words that are longer than any address or identifier are
 * not stored, because an index entry has a maximum size. Reads an index of webhooks without subjects.
 */
export async function indexWebhooks(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with unread as (
        select provider, payee_id, event_id from webhook_event where subjects is null
        order by received_at limit ${atOnce} for update skip locked
      )
      update webhook_event w set subjects = array(
        select distinct lower(found.words[1]) from ${wordsOf(sql`w.payee_id || ' ' || w.body`)} as found (words)
        where length(found.words[1]) <= 320 and (found.words[1] ~ '[@0-9]' or length(found.words[1]) >= 13)
      )
      from unread u where (w.provider, w.payee_id, w.event_id) = (u.provider, u.payee_id, u.event_id)`.execute(
      db,
    )
    if (numAffectedRows < atOnce) return
  }
}

/**
 * An SQL condition that the webhook `w` contains one of the words that the query `words` selects, in lower case. It reads the
 * webhook's text, for webhooks without subjects.
 */
export function containsOneOf(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from ${wordsOf(sql`w.payee_id || ' ' || w.body`)} as found (words) where lower(found.words[1]) in (${words})
  )`
}

function wordsOf(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_matches(${text}, '[A-Za-z0-9@._%+-]{5,}', 'g')`
}
