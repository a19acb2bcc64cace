/**
 * Draws an invoice or a credit note as a PDF: the facts of Directive 2006/112/EC, article 226 (in the United Kingdom: VAT Notice
 * 700, section 16). The same invoice is the same file, byte for byte.
 */
import PDFDocument from 'pdfkit'
import { dateLocale } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { FoundInvoice } from '../../../db/queries/payments/invoices.ts'
import { m } from '../../../i18n/compiled/messages.js'
import type { Buyer } from './billing-details.ts'
import { fontFiles } from './fonts.ts'
import { formatInvoiceMoney, formatLocalMoney } from './invoice-money.ts'
import { formatInvoiceNumber } from './invoice-number.ts'

/** Points; a page is A4. */
const margin = 56
const width = 595.28 - 2 * margin
const half = width / 2
const muted = '#555555'

/** Draws an invoice. Without a buyer it has the creator's public name or, after an erasure, none. */
export async function drawInvoice(invoice: FoundInvoice, buyer: Buyer | undefined): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin, lang: invoice.locale, info: infoOf(invoice) })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.registerFont('regular', fontFiles.regular).registerFont('bold', fontFiles.bold)
  drawHead(doc, invoice)
  drawParties(doc, invoice, buyer)
  drawFacts(doc, invoice)
  drawSums(doc, invoice)
  drawNotes(doc, invoice)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

type Doc = PDFKit.PDFDocument

/** The file's time is the day of issue. PDFKit also derives the file's id from it. */
function infoOf(invoice: FoundInvoice): PDFKit.DocumentInfo {
  const at = new Date(`${invoice.issuedOn}T00:00:00Z`)
  const title = `${titleOf(invoice)} ${formatInvoiceNumber(invoice)}`
  return {
    Title: title,
    Author: invoice.seller.name,
    Producer: 'Brimful',
    Creator: 'Brimful',
    CreationDate: at,
    ModDate: at,
  }
}

function titleOf({ kind, locale }: FoundInvoice): string {
  return kind === 'invoice' ? m.invoice_title({}, { locale }) : m.invoice_credit_note({}, { locale })
}

function drawHead(doc: Doc, invoice: FoundInvoice): void {
  doc.font('bold').fontSize(22).text(titleOf(invoice), margin, margin)
  doc.font('regular').fontSize(10).fillColor(muted).text(formatInvoiceNumber(invoice)).fillColor('black')
}

function drawParties(doc: Doc, invoice: FoundInvoice, buyer: Buyer | undefined): void {
  const { seller, locale, userName } = invoice
  const top = doc.y + 24
  const from = [seller.name, ...seller.address, nameOfCountry(seller.country, locale), seller.email]
  const to = buyer
    ? [buyer.legalName, ...buyer.address.split(/\r?\n/), nameOfCountry(buyer.country, locale)]
    : [userName === null ? m.invoice_erased({}, { locale }) : `@${userName}`]
  const leftEnd = drawParty(doc, margin, top, m.invoice_from({}, { locale }), [
    ...from,
    ...vatIdLine(seller.vatId, locale),
  ])
  const rightEnd = drawParty(doc, margin + half, top, m.invoice_to({}, { locale }), [
    ...to,
    ...vatIdLine(buyer?.vatId ?? null, locale),
  ])
  doc.y = Math.max(leftEnd, rightEnd) + 24
}

function drawParty(doc: Doc, x: number, y: number, label: string, lines: readonly string[]): number {
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(muted)
    .text(label, x, y, { width: half - 12 })
  doc.fillColor('black').fontSize(10.5)
  const [name = '', ...rest] = lines
  doc.font('bold').text(name.normalize('NFC'), { width: half - 12 })
  doc.font('regular')
  for (const line of rest) doc.text(line.normalize('NFC'), { width: half - 12 })
  return doc.y
}

function vatIdLine(vatId: string | null, locale: FoundInvoice['locale']): string[] {
  return vatId ? [m.invoice_vat_id({ id: vatId }, { locale })] : []
}

function nameOfCountry(code: string, locale: Locale): string {
  return new Intl.DisplayNames(dateLocale(locale), { type: 'region' }).of(code) ?? code
}

function drawFacts(doc: Doc, invoice: FoundInvoice): void {
  const { locale } = invoice
  const facts: [label: string, value: string][] = [
    [m.invoice_issued({}, { locale }), formatDay(invoice.issuedOn, locale)],
    [m.invoice_period({}, { locale }), formatMonth(invoice.tipMonth, locale)],
  ]
  const { correctedYear: year, correctedNumber: number, mode } = invoice
  if (year !== null && number !== null) {
    const corrected = formatInvoiceNumber({ mode, kind: 'invoice', year, number })
    facts.push([m.invoice_corrects({}, { locale }), corrected])
  }
  for (const [label, value] of facts) drawRow(doc, label, value)
  doc.y += 18
}

function drawSums(doc: Doc, invoice: FoundInvoice): void {
  const { locale, currency, totalMinor, vatMinor, vatRate, vatRule, country, kind } = invoice
  const money = (minor: number) => formatInvoiceMoney(kind === 'invoice' ? minor : -minor, currency, locale)
  const service = m.invoice_service({ month: formatMonth(invoice.tipMonth, locale) }, { locale })
  drawLine(doc)
  drawRow(doc, service, money(totalMinor - vatMinor))
  drawLine(doc)
  drawRow(doc, m.invoice_net({}, { locale }), money(totalMinor - vatMinor))
  if (vatRule === 'charged') {
    const rate = (vatRate / 10_000).toLocaleString(dateLocale(locale), {
      style: 'percent',
      maximumFractionDigits: 2,
    })
    drawRow(
      doc,
      m.invoice_vat({ rate, country: nameOfCountry(country, locale) }, { locale }),
      money(vatMinor),
    )
  }
  drawLine(doc)
  doc.font('bold').fontSize(12)
  drawRow(doc, m.invoice_total({ currency: currency.toUpperCase() }, { locale }), money(totalMinor))
  doc.font('regular').fontSize(10.5)
  drawLocalVat(doc, invoice)
  doc.y += 18
}

/** The VAT in the currency of its country, and the exchange rate. */
function drawLocalVat(doc: Doc, invoice: FoundInvoice): void {
  const { kind, locale, currency, localCurrency, localNetMinor, localVatMinor, localRate, localRateOn } =
    invoice
  if (localCurrency === null || localRateOn === null) return
  const sign = kind === 'invoice' ? 1 : -1
  const money = (minor: number | null) => formatLocalMoney(sign * Number(minor), localCurrency, locale)
  const [from, to] = [currency.toUpperCase(), localCurrency.toUpperCase()]
  const rate = Number(localRate).toLocaleString(dateLocale(locale), { maximumSignificantDigits: 7 })
  drawRow(doc, m.invoice_local_net({ currency: to }, { locale }), money(localNetMinor))
  drawRow(doc, m.invoice_local_vat({ currency: to }, { locale }), money(localVatMinor))
  const day = formatDay(localRateOn, locale)
  doc.fontSize(9.5).text(m.invoice_local_rate({ day, from, rate, to }, { locale }), margin, doc.y, { width })
  doc.fontSize(10.5)
}

const ruleTexts = {
  reverse_charge: m.invoice_reverse_charge,
  outside: m.invoice_outside,
  not_registered: m.invoice_not_registered,
}

/** What invoices say in addition about money that is not real. */
const modeNotes = { test: [m.invoice_test], live: [] }

function drawNotes(doc: Doc, { kind, locale, vatRule, mode }: FoundInvoice): void {
  const notes = [
    ...(vatRule === 'charged' ? [] : [ruleTexts[vatRule]({}, { locale })]),
    kind === 'invoice' ? m.invoice_paid({}, { locale }) : m.invoice_returned({}, { locale }),
    ...modeNotes[mode].map((note) => note({}, { locale })),
  ]
  doc.fontSize(9.5)
  for (const note of notes) doc.text(note, margin, doc.y, { width }).moveDown(0.6)
}

/** A label with its value at the right margin. */
function drawRow(doc: Doc, label: string, value: string): void {
  const y = doc.y
  doc.text(label, margin, y, { width: width * 0.68 })
  const end = doc.y
  doc.text(value, margin + width * 0.7, y, { width: width * 0.3, align: 'right' })
  doc.y = Math.max(end, doc.y) + 4
}

function drawLine(doc: Doc): void {
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke()
  doc.y += 6
}

function formatDay(day: string, locale: Locale): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(locale), options)
}

function formatMonth(month: string, locale: Locale): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${month}T00:00:00Z`).toLocaleDateString(dateLocale(locale), options)
}
