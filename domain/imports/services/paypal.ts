/**
 * PayPal's activity download and its statement, in English and German. The file has one line for everything that touches an account:
 * payments of each state, money from and to the bank, both sides of a conversion, holds and their release. Its columns and states:
 * https://developer.paypal.com/reports/reference/changed-fields. Its kinds are the descriptions of
 * https://developer.paypal.com/reports/reference/t-codes; their German words are in docs/importing.md, with their sources. Only kinds
 * of T00 count, which are payments between accounts. The names are those of the accounts, so legal ones.
 */
import type { Service } from './service.ts'

export const paypal: Service = {
  name: 'PayPal',
  headers: [
    ['date', 'time', 'timezone', 'type', 'status', 'currency', 'gross', 'net', 'transactionid'],
    ['datum', 'uhrzeit', 'zeitzone', 'typ', 'status', 'währung', 'brutto', 'netto', 'transaktionscode'],
    ['date', 'time', 'timezone', 'description', 'currency', 'gross', 'net', 'transactionid'],
    ['datum', 'uhrzeit', 'zeitzone', 'beschreibung', 'währung', 'brutto', 'netto', 'transaktionscode'],
  ],
  columns: {
    time: ['date', 'datum'],
    clock: ['time', 'uhrzeit'],
    zone: ['timezone', 'zeitzone'],
    amount: ['gross', 'brutto'],
    currency: ['currency', 'währung'],
    name: ['name'],
    message: ['note', 'hinweis'],
    id: ['transactionid', 'transaktionscode'],
    type: ['type', 'typ', 'description', 'beschreibung'],
    status: ['status'],
    impact: ['balanceimpact', 'auswirkungaufguthaben'],
    reference: ['referencetxnid', 'zugehörigertransaktionscode'],
  },
  status: {
    words: [
      [/^(?:completed|cleared|abgeschlossen)$/i, 'counts'],
      [/refunded|reversed|zurückgezahlt|erstattet|zurückgebucht|rückgängig/i, 'refund'],
      [/denied|failed|cancel|expired|voided|removed|returned|declined|rejected/i, 'denied'],
      [/abgelehnt|fehlgeschlagen|storniert|abgebrochen|abgelaufen|ungültig|entfernt|verweigert/i, 'denied'],
      [/pending|processing|uncleared|unclaimed|unpaid|held|on hold|created|active|not yet/i, 'pending'],
      [/ausstehend|in bearbeitung|nicht angenommen|offen|einbehalten|erstellt|aktiv/i, 'pending'],
    ],
    otherwise: 'state',
  },
  type: {
    words: [
      [/\bholds?\b|\bauthori[sz]ation|\brelease|\breserve/i, 'hold'],
      [/einbehaltung|autorisierung|freigabe|reservierung/i, 'hold'],
      [/refund|reversal|chargeback|dispute|recoup/i, 'refund'],
      [/rückzahlung|rückerstattung|rückbuchung|rückbelastung|rückgabe|konflikt/i, 'refund'],
      [/conversion|umrechnung/i, 'conversion'],
      [/deposit|withdrawal|transfer|\bfunding|top.?up|sweep/i, 'transfer'],
      [/gutschrift|abbuchung|auszahlung|einzahlung|überweisung|lastschrift|zahlungsquelle/i, 'transfer'],
      [/\bfees?\b|gebühr|entgelt/i, 'fee'],
      [/auction|auktion|ebay|gift certificate|geschenkgutschein|postage|porto/i, 'sale'],
      [/mass ?pay|payout|sammelzahlung|massenzahlung|rebate|\bcart\b|warenkorb|request|invoice/i, 'kind'],
      [/payment|donation|zahlung|spende/i, 'counts'],
    ],
    otherwise: 'kind',
  },
  impact: {
    words: [
      [/^(?:debit|soll)$/i, 'negative'],
      [/^memo$/i, 'none'],
    ],
    otherwise: 'counts',
  },
  areNamesPublic: false,
}
