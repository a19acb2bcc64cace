import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountEmail } from './account-emails.ts'
import { hashToken, macCode, makeCode, makeToken } from '../security/tokens.ts'
import { lifetimeOf, renderAccountEmail } from './account-emails.ts'

const site = { publicUrl: 'https://brimful.example', supportEmail: 'help@brimful.example' }

const emails: [name: string, AccountEmail, string][] = [
  ['sign-up-code', { kind: 'sign-up-code', code: '012345' }, '012345'],
  ['sign-up-known', { kind: 'sign-up-known' }, 'https://brimful.example/account'],
  [
    'reset-password',
    { kind: 'reset-password', token: 'T-1', name: 'Zoë' },
    'https://brimful.example/authentication/reset-password#T-1',
  ],
  ['reset-unknown', { kind: 'reset-unknown' }, 'there’s no account for it'],
  ['password-changed', { kind: 'password-changed', name: 'Zoë' }, 'help@brimful.example'],
  [
    'confirm-email',
    { kind: 'confirm-email', token: 'T-2' },
    'https://brimful.example/authentication/email-verification#T-2',
  ],
  [
    'a change that can be undone',
    { kind: 'password-changed', name: 'Zoë', undo: 'T-4' },
    'https://brimful.example/authentication/not-me#T-4',
  ],
  ['suspended', { kind: 'suspended', name: 'Zoë' }, 'help@brimful.example'],
  ['unsuspended', { kind: 'unsuspended', name: 'Zoë' }, 'https://brimful.example/dashboard'],
  [
    'moderator-invited',
    { kind: 'moderator-invited', name: 'Zoë' },
    'https://brimful.example/dashboard/control-panel#panel-moderators',
  ],
  [
    'moderator-invited with a link that undoes it',
    { kind: 'moderator-invited', name: 'Zoë', undo: 'T-9' },
    'https://brimful.example/authentication/not-me#T-9',
  ],
  ['moderator-joined', { kind: 'moderator-joined', name: 'Zoë', userName: 'wren' }, '@wren'],
  [
    'moderator-joined with a link that undoes it',
    { kind: 'moderator-joined', name: 'Zoë', userName: 'wren', undo: 'T-10' },
    'https://brimful.example/authentication/not-me#T-10',
  ],
  [
    'platform-connected',
    { kind: 'platform-connected', name: 'Zoë', platform: 'twitch', channel: 'wanda_w', undo: 'T-11' },
    'wanda_w on Twitch was connected to your account',
  ],
  ['recovery-codes', { kind: 'recovery-codes', name: 'Zoë', undo: 'T-5' }, 'recovery codes'],
  [
    'passkey-added',
    { kind: 'passkey-added', name: 'Zoë', passkey: 'Blue key', undo: 'T-8' },
    'https://brimful.example/authentication/not-me#T-8',
  ],
  [
    'passkey-removed',
    { kind: 'passkey-removed', name: 'Zoë', passkey: 'Blue key', undo: 'T-8' },
    'The passkey “Blue key” was removed',
  ],
  [
    'payout-connected',
    {
      kind: 'payout-connected',
      name: 'Zoë',
      undo: 'T-6',
      provider: 'PayPal',
      email: 'zoe@pay.example',
      takesFrom: null,
    },
    'The PayPal account zoe@pay.example was connected for your tips.',
  ],
  [
    'payout-connected without an address',
    {
      kind: 'payout-connected',
      name: 'Zoë',
      undo: 'T-6',
      provider: 'Stripe',
      email: null,
      takesFrom: '2026-11-28T10:00:00.000Z',
    },
    '28 November 2026 at 10:00 UTC',
  ],
  [
    'payout-disconnected',
    { kind: 'payout-disconnected', name: 'Zoë', undo: 'T-7', provider: 'PayPal' },
    'no longer takes tips through PayPal',
  ],
  [
    'payout-stopped',
    { kind: 'payout-stopped', name: 'Zoë', provider: 'PayPal' },
    'https://brimful.example/dashboard/payment-setting',
  ],
  ['google-linked', { kind: 'google-linked', name: 'Zoë' }, 'Google account'],
  ['two-factor-on', { kind: 'two-factor-on', name: 'Zoë' }, 'authenticator app'],
  ['two-factor-off', { kind: 'two-factor-off', name: 'Zoë' }, 'you only need your password'],
  ['email-in-use', { kind: 'email-in-use' }, 'already has an account of its own'],
  [
    'email-changed',
    { kind: 'email-changed', name: 'Zoë', email: 'new@brimful.example' },
    'n•••@b•••.example',
  ],
  ['data-export', { kind: 'data-export', name: 'Zoë' }, 'account-setting#data'],
  [
    'deletion-asked',
    { kind: 'deletion-asked', name: 'Zoë', dueAt: '2026-11-28T10:00:00.000Z' },
    '28 November 2026',
  ],
  [
    'receipt',
    { kind: 'receipt', token: 'T-3', creatorName: 'Zoë', amount: '£7', facts: [['You paid', '£7.35']] },
    'https://brimful.example/dashboard/receipt#T-3',
  ],
  [
    'paid-twice',
    { kind: 'paid-twice', name: 'Grace', amount: '£7', provider: 'PayPal' },
    'The second payment of £7 has gone back to you in full',
  ],
  [
    'paid-twice-received',
    { kind: 'paid-twice-received', name: 'Zoë', amount: '£7', provider: 'PayPal' },
    'https://brimful.example/dashboard/payment-setting2',
  ],
  ...(['inquiry', 'inquiry_closed', 'open', 'won', 'lost', 'due'] as const).map(
    (notice): [string, AccountEmail, string] => [
      `dispute, ${notice}`,
      {
        kind: 'dispute',
        name: 'Zoë',
        notice,
        isInquiry: false,
        amount: '£7',
        provider: 'Stripe',
        respondBy: ['won', 'lost', 'inquiry_closed'].includes(notice) ? null : '2026-11-28T10:00:00.000Z',
      },
      'https://brimful.example/dashboard/payment-setting2#disputes',
    ],
  ),
  ['deletion-stopped', { kind: 'deletion-stopped', name: 'Zoë' }, 'cancelled the deletion'],
]

test.each(emails)('the email %s says what it must, as text and as HTML', (_, email, words) => {
  const { subject, text, html } = renderAccountEmail(email, site, 'en')

  expect(subject).not.toBe('')
  expect(text).toContain(words)
  expect(html).toContain(words)
})

test.each(emails)('the email %s is German for German readers, without any English', (_, email) => {
  const [english, german] = (['en', 'de'] as const).map((locale) => renderAccountEmail(email, site, locale))
  // Matches values that look the same in every language: a code, and the charged amount on the receipt.
  const isSameInBoth = /^(\d+|You paid: £7\.35)$/

  expect(german!.subject).not.toBe(english!.subject)
  const same = german!.text.split('\n\n').filter((part) => english!.text.split('\n\n').includes(part))
  expect(same.filter((part) => !isSameInBoth.test(part))).toEqual([])
  expect(german!.html).toContain('<html lang="de">')
  expect(german!.html.match(/\{\w+\}/)).toBeNull()
})

test('an email is not sent once the link or code in it has expired', () => {
  const minute = 60_000

  expect(lifetimeOf('sign-up-code')).toBeLessThanOrEqual(10 * minute)
  expect(lifetimeOf('reset-password')).toBeLessThanOrEqual(30 * minute)
  expect(lifetimeOf('confirm-email')).toBeLessThanOrEqual(24 * 60 * minute)
})

test('a German email formats dates in German', () => {
  const email = { kind: 'deletion-asked', name: 'Zoë', dueAt: '2026-11-28T10:00:00.000Z' } as const

  expect(renderAccountEmail(email, site, 'de').text).toContain('am 28. November 2026 endgültig gelöscht')
})

test('text and HTML have the same content in the same order', () => {
  const { text, html } = renderAccountEmail(
    { kind: 'deletion-asked', name: 'Zoë', dueAt: '2026-11-28T10:00:00Z' },
    site,
    'en',
  )

  for (const form of [text, html])
    expect(form).toMatch(/Changed your mind\?[^]*Log in[^]*If this wasn’t you[^]*Questions\?/)
})

test('an email to the old address does not contain the new one', () => {
  const email = { kind: 'email-changed', name: 'Zoë', email: 'zoe.vale@example.test' } as const
  const { subject, text, html } = renderAccountEmail(email, site, 'en')

  expect(subject + text + html).not.toMatch(/zoe\.vale|@example/)
})

test('a name is escaped in the HTML', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const { html } = renderAccountEmail({ kind: 'password-changed', name: `<img>${name}` }, site, 'en')
      expect(html).not.toContain('<img>')
    }),
  )
})

test('tokens are all different, and only what is shaped like one is looked up', () => {
  const tokens = Array.from({ length: 1000 }, makeToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(hashToken(token)).toHaveLength(32)
  fc.assert(fc.property(fc.string({ maxLength: 42 }), (text) => hashToken(text) === undefined))
})

test('a code is known again by its own owner and key alone', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (a, b) => {
        const [one, two] = [Buffer.from(a), Buffer.from(b)]
        fc.pre(!one.equals(two))
        const code = makeCode()
        expect(code).toMatch(/^\d{6}$/)
        expect(macCode(one, one, code).equals(macCode(one, two, code))).toBe(false)
        expect(macCode(one, one, code).equals(macCode(two, one, code))).toBe(false)
        expect(macCode(one, one, code).equals(macCode(one, one, code))).toBe(true)
      },
    ),
  )
})
