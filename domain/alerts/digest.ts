/** A digest: one alert that replaces all alerts that an overlay missed. */
import { randomUUID } from 'node:crypto'
import { m } from '../../i18n/compiled/messages.js'
import { dateLocale } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import type { AlertDigest } from '../../contract/alerts/alert.ts'
import type { Db } from '../../db/connection.ts'
import { sumMissedTips } from '../../db/queries/alerts/missed-alerts.ts'
import type { MissedTips } from '../../db/queries/alerts/missed-alerts.ts'

/**
 * Returns the digest of a creator's tips whose alerts have a `seq` after `after` and up to `upTo`; undefined if there are none.
 */
export async function readDigest(
  db: Db,
  creatorUid: string,
  after: number,
  upTo: number,
): Promise<AlertDigest | undefined> {
  const missed = await sumMissedTips(db, creatorUid, after, upTo)
  return missed && toDigest(missed, upTo)
}

function toDigest(missed: MissedTips, seq: number): AlertDigest {
  const { count, sumMinor: amount, currency, at } = missed
  const locale = missed.locale ?? 'en'
  const name = m.alert_digest({ count, names: listNames(missed, locale) }, { locale })
  return {
    id: randomUUID(),
    seq,
    kind: 'digest',
    isTest: false,
    name,
    message: null,
    amount,
    currency,
    goal: null,
    locale,
    at,
  }
}

/** Returns the latest names and the number of further ones, such as `Ada, Grace and 3 others`. */
function listNames({ names, nameCount }: MissedTips, locale: Locale): string {
  const others = nameCount - names.length
  const listed = others > 0 ? [...names, m.alert_digest_others({ count: others }, { locale })] : names
  return new Intl.ListFormat(dateLocale(locale)).format(listed)
}
