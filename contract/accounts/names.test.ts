import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimableName, email, oneTimeCode } from './account-fields.ts'
import { isReservedName, findNameProblem, suggestNames } from './names.ts'

test('an accepted name is its own path segment, without encoding', () => {
  const nearly = fc.stringMatching(/^[A-Za-z0-9_]{1,32}$/)
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const parsed = claimableName.safeParse(text)
      const isShaped = /^[a-z0-9_]{3,30}$/.test(text.trim().toLowerCase())
      expect(parsed.success).toBe(isShaped && !isReservedName(text.trim().toLowerCase()))
      if (!parsed.success) return
      expect(encodeURIComponent(parsed.data)).toBe(parsed.data)
      expect(claimableName.parse(parsed.data.toUpperCase())).toBe(parsed.data)
      expect(isReservedName(parsed.data)).toBe(false)
    }),
  )
})

test('reserved names are rejected in upper and lower case', () => {
  for (const word of ['dashboard', 'Explore', ' SIGNUP ', 'brimful'])
    expect(claimableName.safeParse(word).success).toBe(false)
  expect(findNameProblem('api')).toBe('reserved')
  expect(findNameProblem('no name')).toBe('invalid')
})

test.each([
  'brimful_support',
  'brimfulsupport',
  'BrimfulTeam',
  'brimful_official',
  'the_real_brimful',
  'brimful_hq',
  'brimful_payments',
  'br1mful_supp0rt',
  'brirnful',
  'brimfui_team',
  'brimful_support_24',
  '_brimful_',
  'support_team',
  'official_support',
  'customer_support',
  'admin_1',
  'theadmin',
  'staff_account',
  'account_security',
  'brimful_com',
  'helpdesk',
  'administrator',
])('nobody can have the name %s, which speaks for the site', (name) => {
  expect(claimableName.safeParse(name).success).toBe(false)
})

test.each([
  'administrators_cat',
  'admins_cat',
  'supportive_sam',
  'official_mira',
  'mira_official',
  'team_liquid',
  'staff_sergeant',
  'the_real_mira',
  'its_tips_time',
  'brimful_of_asha',
  'brimful_joy',
  'support_ukraine',
  'help_me_win',
  'security_guard_tv',
  'badminton',
  'falstaff',
  'mods',
  'tip_jar',
  'miravale',
  'ada_lind',
  'service_dog',
  'officialdom',
  'customer',
  'realtips',
])('somebody can have the honest name %s', (name) => {
  expect(findNameProblem(name)).toBeNull()
})

test('any wanted name has distinct valid suggestions, the most similar first', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (wish) => {
      const names = suggestNames(wish)
      expect(names.length).toBeGreaterThanOrEqual(5)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(claimableName.parse(name)).toBe(name)
    }),
  )
  expect(suggestNames('Zoë Vale')[0]).toBe('zoe_vale')
})

test('an email address is trimmed and keeps its case', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\t'), (address, space) => {
      const parsed = email.safeParse(space + address + space)
      if (parsed.success) expect(parsed.data).toBe(address)
    }),
  )
  for (const wrong of [
    '',
    'ada',
    'ada@',
    '@example.test',
    'a b@example.test',
    'a@b@example.test',
    `${'a'.repeat(250)}@example.test`,
  ])
    expect(email.safeParse(wrong).success).toBe(false)
})

test('a pasted code is accepted with white space between its six digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{6}$/), (code) => {
      expect(oneTimeCode.parse(` ${code.slice(0, 3)} ${code.slice(3)}\n`)).toBe(code)
    }),
  )
  expect(oneTimeCode.parse('１２３４５６')).toBe('123456') // as some keyboards of phones in East Asia type digits
  for (const wrong of ['', '12345', '1234567', '12345a'])
    expect(oneTimeCode.safeParse(wrong).success).toBe(false)
})
