import { expect, test } from 'vitest'
import { renderEmail } from './render-email.ts'
import { toDigestEmail, toTipEmail } from './tip-email.ts'
import type { TipDetails, TipEmailSetting } from './tip-email.ts'

const to: TipEmailSetting = {
  displayName: 'Mira Vale',
  publicUrl: 'https://brimful.example',
  unsubscribeUrl: 'https://brimful.example/authentication/unsubscribe?token=x',
  locale: 'en',
}

function renderTip(tip: TipDetails, setting = to) {
  return renderEmail(toTipEmail(tip, setting), setting.locale)
}

function renderDigest(tips: TipDetails[], setting = to) {
  return renderEmail(toDigestEmail(tips, setting), setting.locale)
}

const details: TipDetails = {
  kind: 'tip',
  tip: {
    supporterName: 'Grace',
    isAnonymous: false,
    isPrivate: false,
    message: 'For the kiln!\nLove',
    amountMinor: 700,
    currency: 'gbp',
    isHeld: false,
  },
  goal: { title: 'A kiln', amountMinor: 120_000, receivedMinor: 86_400 },
}

test('an email about a tip names supporter, amount, goal and message', () => {
  const { subject, text, html } = renderTip(details)
  expect(subject).toBe('Grace tipped £7 towards “A kiln”')
  expect(text).toContain('A kiln: £864 of £1,200.')
  expect(text).toContain('Their message:\nFor the kiln!\nLove')
  const footer = /https:\/\/brimful.example\/dashboard\/notifications-setting\nUnsubscribe: (.+)$/
  expect(footer.exec(text)?.[1]).toBe(to.unsubscribeUrl)
  expect(html).toContain(`<a href="${to.unsubscribeUrl}"`)
  expect(html).toContain('For the kiln!\nLove')
})

test('a tip in another currency is named in its own, and counted in the creator’s', () => {
  const worth = { amountMinor: 776, currency: 'gbp' } as const
  const inYen = { ...details, tip: { ...details.tip, amountMinor: 1_500, currency: 'jpy', worth } } as const

  const { subject, text } = renderTip(inYen)
  expect(subject).toContain('¥1,500')
  expect(text).toContain('£864 of £1,200')
  expect(renderDigest([inYen, details]).subject).toContain('£14.76')
})

test('an email about a held tip says that it is held, as text and as HTML', () => {
  const held = renderTip({ ...details, tip: { ...details.tip, isHeld: true } })
  const sentence =
    'It’s held for your review: the money counts, but the alert and message haven’t been shown yet. Show or dismiss it in your latest tips.'

  expect(held.text).toContain(`\n\n${sentence}\n\n`)
  expect(held.html).toContain(`${sentence}</p>`)
  expect(JSON.stringify(renderTip(details))).not.toContain('held')
})

test('an email about a general tip names no goal', () => {
  expect(renderTip({ ...details, goal: null }).subject).toBe('Grace tipped £7')
})

test('a private message is marked as private', () => {
  expect(renderTip({ ...details, tip: { ...details.tip, isPrivate: true } }).text).toContain(
    'A private message, only for you:\nFor the kiln!',
  )
})

test('an anonymous supporter’s name is not mailed to the creator either', () => {
  const mail = renderTip({ ...details, tip: { ...details.tip, isAnonymous: true } })
  expect(JSON.stringify(mail)).not.toContain('Grace')
  expect(mail.subject).toMatch(/^Anonymous tipped/)
})

test('an email about a funded goal names who filled it and omits the message', () => {
  const { subject, text } = renderTip({ ...details, kind: 'goalFunded' })
  expect(subject).toBe('“A kiln” is fully funded')
  expect(text).toContain('“A kiln” is full to the brim. Grace filled it with £7.')
  expect(text).not.toContain('For the kiln!')
})

test('a supporter’s words are escaped in the HTML', () => {
  const { html } = renderTip({
    ...details,
    tip: { ...details.tip, supporterName: '<b>x</b>', message: '<script>alert("1")</script>' },
  })
  expect(html).not.toMatch(/<script|<b>x/)
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
})

test('a German creator gets the email in German, amounts included', () => {
  const german = { ...to, locale: 'de' as const }
  const { subject, text, html } = renderTip({ ...details, tip: { ...details.tip, isHeld: true } }, german)

  expect(subject).toBe('Grace hat 7\u00a0£ für „A kiln“ gegeben')
  expect(text).toBe(`Hallo Mira Vale,

${subject}.

A kiln: 864\u00a0£ von 1.200\u00a0£.

Du kannst es erst prüfen: Das Geld zählt schon, aber Alert und Nachricht wurden noch nicht gezeigt. Zeige oder verwirf es bei deinen neuesten Trinkgeldern.

Die Nachricht:
For the kiln!
Love

Dein Dashboard: https://brimful.example/dashboard

Du bekommst diese E-Mail wegen deiner Mitteilungseinstellungen: https://brimful.example/dashboard/notifications-setting
Abbestellen: https://brimful.example/authentication/unsubscribe?token=x`)
  expect(html).toContain('<html lang="de">')
  const funded = renderTip({ ...details, kind: 'goalFunded' }, german)
  expect(funded.text).toContain('„A kiln“ ist randvoll: Grace hat 7\u00a0£ dazugegeben.')
})

const goal = { title: 'A <kiln>', amountMinor: 1000, receivedMinor: 1200 }

function tip(change: Partial<TipDetails['tip']> = {}): TipDetails['tip'] {
  const usual = { supporterName: 'Grace', isAnonymous: false, isPrivate: false, message: '' }
  return { ...usual, amountMinor: 700, currency: 'gbp', isHeld: false, ...change }
}

test('a digest lists the sum, each tip with its message, and the funded goal', () => {
  const tips: TipDetails[] = [
    { kind: 'tip', goal: null, tip: tip({ message: 'For you', isPrivate: true }) },
    { kind: 'tip', goal, tip: tip({ supporterName: 'Ada', isAnonymous: true, amountMinor: 500 }) },
    { kind: 'goalFunded', goal, tip: tip() },
  ]
  const { subject, text, html } = renderDigest(tips)

  expect(subject).toBe('2 tips, £12 and 1 goal fully funded')
  expect(text).toContain('- Grace tipped £7: (private) “For you”\n- Anonymous tipped £5 towards “A <kiln>”\n')
  expect(text).toContain('- “A <kiln>” is fully funded.')
  expect(text).not.toContain('Ada')
  expect(html).toContain('A &lt;kiln&gt;')
})

test('a digest marks held tips', () => {
  const tips = [true, false].map((isHeld): TipDetails => ({
    kind: 'tip',
    goal: null,
    tip: tip({ isHeld }),
  }))
  const { text, html } = renderDigest(tips)

  expect(text).toContain(
    '- Grace tipped £7 (held for review: show or dismiss it in your latest tips)\n- Grace tipped £7\n',
  )
  expect(html).toContain('(held for review: show or dismiss it in your latest tips)</li>')
})

test('a digest counts the tips that it does not list', () => {
  const tips = Array.from({ length: 53 }, (): TipDetails => ({ kind: 'tip', goal: null, tip: tip() }))

  expect(renderDigest(tips).text).toContain('and 3 more on your dashboard.')
})

test('a German creator gets the digest in German, amounts included', () => {
  const tips: TipDetails[] = [
    { kind: 'tip', goal: null, tip: tip({ message: 'For you', isPrivate: true, isHeld: true }) },
    { kind: 'tip', goal, tip: tip({ amountMinor: 550 }) },
    { kind: 'goalFunded', goal, tip: tip() },
  ]
  const { subject, text, html } = renderDigest(tips, { ...to, locale: 'de' })

  expect(subject).toBe('2 Trinkgelder, 12,50\u00a0£ und 1 Ziel erreicht')
  expect(text).toBe(`Hallo Mira Vale,

${subject} in den letzten Minuten:

- Grace hat 7\u00a0£ gegeben: (privat) „For you“ (zum Prüfen zurückgehalten: Zeige oder verwirf es bei deinen neuesten Trinkgeldern)
- Grace hat 5,50\u00a0£ für „A <kiln>“ gegeben
- „A <kiln>“ ist erreicht.

Dein Dashboard: https://brimful.example/dashboard

Du bekommst diese E-Mail wegen deiner Mitteilungseinstellungen: https://brimful.example/dashboard/notifications-setting
Abbestellen: https://brimful.example/authentication/unsubscribe?token=x`)
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('>Dein Dashboard öffnen</a>')
})
