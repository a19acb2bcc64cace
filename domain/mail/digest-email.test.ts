import { expect, test } from 'vitest'
import { writeDigestMail } from './digest-email.ts'
import type { DigestStory } from './digest-email.ts'

const to = { displayName: 'Mira Vale', publicUrl: 'https://brimful.example', locale: 'en' as const }
const goal = { title: 'A <kiln>', amountMinor: 1000, receivedMinor: 1200 }

function tip(change: Partial<DigestStory['tip']> = {}): DigestStory['tip'] {
  const usual = { supporterName: 'Grace', isAnonymous: false, isPrivate: false, message: '' }
  return { ...usual, amountMinor: 700, currency: 'gbp', isHeld: false, ...change }
}

test('a burst is told in one mail: the sum, each tip with its words, and the goal that it filled', () => {
  const stories: DigestStory[] = [
    { kind: 'tip', goal: null, tip: tip({ message: 'For you', isPrivate: true }) },
    { kind: 'tip', goal, tip: tip({ supporterName: 'Ada', isAnonymous: true, amountMinor: 500 }) },
    { kind: 'goalFunded', goal, tip: tip() },
  ]
  const { subject, text, html } = writeDigestMail(stories, to)

  expect(subject).toBe('2 tips, £12 and 1 goal fully funded')
  expect(text).toContain('- Grace tipped £7: (private) “For you”\n- Anonymous tipped £5 towards “A <kiln>”\n')
  expect(text).toContain('- “A <kiln>” is fully funded.')
  expect(text).not.toContain('Ada')
  expect(html).toContain('A &lt;kiln&gt;')
})

test('a tip that is held is marked in its line', () => {
  const stories = [true, false].map((isHeld): DigestStory => ({
    kind: 'tip',
    goal: null,
    tip: tip({ isHeld }),
  }))
  const { text, html } = writeDigestMail(stories, to)

  expect(text).toContain(
    '- Grace tipped £7 (held for review: show or dismiss it in your latest tips)\n- Grace tipped £7\n',
  )
  expect(html).toContain('(held for review: show or dismiss it in your latest tips)</li>')
})

test('what is too much for a mail is counted', () => {
  const stories = Array.from({ length: 53 }, (): DigestStory => ({ kind: 'tip', goal: null, tip: tip() }))

  expect(writeDigestMail(stories, to).text).toContain('and 3 more on your dashboard.')
})

test('a German creator reads it in German, amounts included', () => {
  const stories: DigestStory[] = [
    { kind: 'tip', goal: null, tip: tip({ message: 'For you', isPrivate: true, isHeld: true }) },
    { kind: 'tip', goal, tip: tip({ amountMinor: 550 }) },
    { kind: 'goalFunded', goal, tip: tip() },
  ]
  const { subject, text, html } = writeDigestMail(stories, { ...to, locale: 'de' })

  expect(subject).toBe('2 Trinkgelder, 12,50\u00a0£ und 1 Ziel erreicht')
  expect(text).toBe(`Hallo Mira Vale,

${subject} in den letzten Minuten:

- Grace hat 7\u00a0£ gegeben: (privat) „For you“ (zum Prüfen zurückgehalten: Zeige oder verwirf es bei deinen neuesten Trinkgeldern)
- Grace hat 5,50\u00a0£ für „A <kiln>“ gegeben
- „A <kiln>“ ist erreicht.

Dein Dashboard: https://brimful.example/dashboard

Du bekommst diese E-Mail wegen deiner Mitteilungseinstellungen: https://brimful.example/dashboard/notifications-setting`)
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('>Dein Dashboard öffnen</a>')
})
