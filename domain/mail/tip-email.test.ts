import { expect, test } from 'vitest'
import { writeTipMail } from './tip-email.ts'
import type { TipMailStory } from './tip-email.ts'

const story: TipMailStory = {
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
  displayName: 'Mira Vale',
  publicUrl: 'https://brimful.example',
  locale: 'en',
}

test('a tip is told with who, how much, what for and the message', () => {
  const { subject, text, html } = writeTipMail(story)
  expect(subject).toBe('Grace tipped £7 towards “A kiln”')
  expect(text).toContain('A kiln: £864 of £1,200.')
  expect(text).toContain('Their message:\nFor the kiln!\nLove')
  expect(text).toContain('https://brimful.example/dashboard/notifications-setting')
  expect(html).toContain('For the kiln!\nLove')
})

test('a tip that is held says so, as text and as HTML, and one that is not does not', () => {
  const held = writeTipMail({ ...story, tip: { ...story.tip, isHeld: true } })
  const sentence =
    'It’s held for your review: the money counts, but the alert and message haven’t been shown yet. Show or dismiss it in your latest tips.'

  expect(held.text).toContain(`\n\n${sentence}\n\n`)
  expect(held.html).toContain(`${sentence}</p>`)
  expect(JSON.stringify(writeTipMail(story))).not.toContain('held')
})

test('a general tip names no goal', () => {
  expect(writeTipMail({ ...story, goal: null }).subject).toBe('Grace tipped £7')
})

test('a private message is marked as one', () => {
  expect(writeTipMail({ ...story, tip: { ...story.tip, isPrivate: true } }).text).toContain(
    'A private message, only for you:\nFor the kiln!',
  )
})

test('an anonymous fan stays nameless to the creator too', () => {
  const mail = writeTipMail({ ...story, tip: { ...story.tip, isAnonymous: true } })
  expect(JSON.stringify(mail)).not.toContain('Grace')
  expect(mail.subject).toMatch(/^Anonymous tipped/)
})

test('a funded goal says who filled it and leaves the message out', () => {
  const { subject, text } = writeTipMail({ ...story, kind: 'goalFunded' })
  expect(subject).toBe('“A kiln” is fully funded')
  expect(text).toContain('“A kiln” is full to the brim. Grace filled it with £7.')
  expect(text).not.toContain('For the kiln!')
})

test('what a fan wrote is text, never markup', () => {
  const { html } = writeTipMail({
    ...story,
    tip: { ...story.tip, supporterName: '<b>x</b>', message: '<script>alert("1")</script>' },
  })
  expect(html).not.toMatch(/<script|<b>x/)
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
})

test('a German creator reads it in German, amounts included', () => {
  const told = { ...story, locale: 'de' as const }
  const { subject, text, html } = writeTipMail({ ...told, tip: { ...story.tip, isHeld: true } })

  expect(subject).toBe('Grace hat 7\u00a0£ für „A kiln“ gegeben')
  expect(text).toBe(`Hallo Mira Vale,

${subject}.

A kiln: 864\u00a0£ von 1.200\u00a0£.

Du kannst es erst prüfen: Das Geld zählt schon, aber Alert und Nachricht wurden noch nicht gezeigt. Zeige oder verwirf es bei deinen neuesten Trinkgeldern.

Die Nachricht:
For the kiln!
Love

Dein Dashboard: https://brimful.example/dashboard

Du bekommst diese E-Mail wegen deiner Mitteilungseinstellungen: https://brimful.example/dashboard/notifications-setting`)
  expect(html).toContain('<html lang="de">')
  const funded = writeTipMail({ ...told, kind: 'goalFunded' })
  expect(funded.text).toContain('„A kiln“ ist randvoll: Grace hat 7\u00a0£ dazugegeben.')
})
