import { screen } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { TipAlert } from '../../contract/alerts/alert.ts'
import alertTemplate from '../parts/alert-template.html?raw'
import barTemplate from '../parts/bar-template.html?raw'
import page from '../streamalerts.html?raw'
import { showAlert } from './alert-view.ts'
import { buildAlert, buildShowAlert } from './alert.fixture.ts'
import { loadPicture } from './pictures.ts'
import { theme } from './themes/liquid/theme.ts'

beforeEach(() => {
  document.body.innerHTML = /<body>([\s\S]*?)<script/.exec(page)![1]! + alertTemplate + barTemplate
})
afterEach(() => void vi.useRealTimers())

const goal = { title: 'A kiln for the clay season', amount: 1_200_00, amountReceived: 864_00 }

const pageUrl = 'https://brimful.example/mira'

function show(alert: Partial<TipAlert>, look: Partial<AlertLook> = {}) {
  return showAlert(buildAlert(alert), { ...view, look: { ...lookOf('liquid'), ...look } })
}

const view = { look: lookOf('liquid'), theme, pageUrl, hasEmoji: false }

function textsOnScreen(): string[] {
  const status = screen.getByRole('status')
  return [...status.querySelectorAll('.headline, .line, .message')].map(({ textContent }) => textContent)
}

test('a tip toward a goal shows name, amount, goal and message', () => {
  show({ goal, message: 'Can’t wait!' })

  expect(textsOnScreen()).toEqual([
    'Ada tipped £10',
    'towards A kiln for the clay season. Thank you!',
    '“Can’t wait!”',
  ])
})

test('a tip in another currency is shown in its own, and its goal in the creator’s', () => {
  show({ goal, amount: 1_500, currency: 'jpy', worth: { amount: 7_76, currency: 'gbp' } })

  expect(textsOnScreen()[0]).toBe('Ada tipped ¥1,500')
  const bar = document.querySelector<HTMLElement>('.bar')!
  expect(bar.textContent.trim()).toBe('A kiln for the clay season£864 / £1,200')
  expect(bar.style.getPropertyValue('--from')).toBe(`${((864_00 - 7_76) / 1_200_00 - 1) * 100}%`)
})

test('the goal’s bar shows the new amount and moves there from the old one', () => {
  show({ goal })

  const bar = document.querySelector<HTMLElement>('.bar')!
  expect(bar.textContent.trim()).toBe('A kiln for the clay season£864 / £1,200')
  expect(bar.style.getPropertyValue('--from')).toBe(`${(854 / 1200 - 1) * 100}%`)
  expect(bar.style.getPropertyValue('--to')).toBe(`${(0.72 - 1) * 100}%`)
})

test.each([
  ['en', 'While we were offline: £45', '12 tips from Ada, Mira and 3 others. Thank you!'],
  ['de', 'Während wir offline waren: 45\u00a0£', '12 tips from Ada, Mira and 3 others. Danke!'],
] as const)(
  'missed tips in one alert show their sum and whom they are from (%s)',
  (locale, headline, line) => {
    const name = '12 tips from Ada, Mira and 3 others'

    showAlert({ ...buildAlert({ name, amount: 45_00, locale }), kind: 'digest' }, view)

    expect(textsOnScreen()).toEqual([headline, line])
  },
)

test('a general tip shows neither vessel nor bar nor goal', () => {
  show({ amount: 7_50, currency: 'usd' })

  expect(textsOnScreen()).toEqual(['Ada tipped $7.50', 'Thank you!'])
  expect(document.querySelector('.vessel, .bar')).toBeNull()
  expect(document.querySelector('.drop')).not.toBeNull()
})

test('a funded goal spills over and shows its percentage', () => {
  show({ kind: 'goalFunded', name: 'Lin', goal: { ...goal, amountReceived: 1_584_00 } })

  expect(textsOnScreen()).toEqual([
    'A kiln for the clay season was just fully funded!',
    'Lin filled it to the brim. Thank you!',
  ])
  expect(document.querySelector<HTMLElement>('.figure')?.dataset['figure']).toBe('132\u00a0%')
  expect(document.querySelector('.spill')).not.toBeNull()
})

test('a goal that is not full does not spill over', () => {
  show({ goal })

  expect(document.querySelector('.spill')).toBeNull()
})

test('texts and amounts are German for a German creator', () => {
  show({ locale: 'de', goal, message: 'Hallo!', amount: 1_234_50 })

  expect(textsOnScreen()).toEqual([
    'Ada hat 1.234,50\u00a0£ gegeben',
    'für A kiln for the clay season. Danke!',
    '„Hallo!“',
  ])
  expect(document.querySelector('.bar-sum')?.textContent).toBe('864\u00a0£ / 1.200\u00a0£')
  expect(document.querySelector<HTMLElement>('#alert article')?.lang).toBe('de')

  document.querySelector('#alert')!.replaceChildren()
  show({ locale: 'de', amount: 7_00 })
  expect(textsOnScreen()).toEqual(['Ada hat 7\u00a0£ gegeben', 'Danke!'])

  document.querySelector('#alert')!.replaceChildren()
  show({ locale: 'de', kind: 'goalFunded', goal })
  expect(textsOnScreen()).toEqual([
    'A kiln for the clay season wurde gerade erreicht!',
    'Ada hat es randvoll gemacht. Danke!',
  ])
})

test('what a supporter writes is shown as text, never as markup', () => {
  const markup = '<img src=x onerror=alert(1)>{goal}'

  show({ name: markup, message: markup, goal: { ...goal, title: '{name}<b>' } })

  expect(document.querySelector('#alert img, #alert article b:not(.figure)')).toBeNull()
  expect(textsOnScreen()).toEqual([`${markup} tipped £10`, 'towards {name}<b>. Thank you!', `“${markup}”`])
})

test.each(['tip', 'goalFunded', 'digest'] as const)(
  'hostile text in every field of a %s does nothing',
  (kind) => {
    const hostile = `<img src=x onerror=alert(1)><script>alert(1)</script>{goal}{{name}}\u202E\u0000\u001b\u2067Z${'\u0336\u0321'.repeat(40)}${'x'.repeat(3000)}`

    const alert = buildAlert({ name: hostile, message: hostile, goal: { ...goal, title: hostile } })
    showAlert({ ...alert, kind }, view)

    expect(document.querySelector('#alert img, #goal img, body script, [onerror]')).toBeNull()
    const slots = [...document.querySelectorAll('#alert bdi, .bar-title')].map(
      ({ textContent }) => textContent,
    )
    expect(slots.filter((text) => text.startsWith('<img src=x') || text.startsWith('“<img'))).not.toEqual([])
    for (const text of slots) {
      expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|\p{M}{3}/u)
      expect(text.length).toBeLessThanOrEqual(502)
    }
  },
)

test('a quoted name of the greatest length keeps its closing quote', () => {
  show({ name: `“${'n'.repeat(50)}”` })

  expect(textsOnScreen()[0]).toBe(`“${'n'.repeat(50)}” tipped £10`)
})

test('right-to-left text of a supporter does not affect the text around it', () => {
  show({ name: 'ليلى', message: 'abc\u202Edef', goal })

  const slots = [...document.querySelectorAll<HTMLElement>('#alert bdi')]
  expect(slots.map(({ dataset }) => dataset['slot'])).toEqual(['name', 'amount', 'goal', 'message'])
  expect(slots.at(-1)?.textContent).toBe('“abc def”')
})

test('an alert is removed together with its bar', async () => {
  vi.useFakeTimers()
  const remove = show({ goal })

  const removed = remove()
  expect(document.querySelectorAll('.leaving')).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  await removed

  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(document.querySelector('.bar')).toBeNull()
})

test('a look has its own texts, with the four variables and the goal’s progress', () => {
  const { texts } = lookOf('liquid')
  const own = {
    headline: '{user} gave {amount} for {goal}',
    line: '{percent}, {raised} so far, {left} left: {goal URL}',
  }
  const goalId = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'

  show({ goal: { ...goal, goalId } }, { texts: { ...texts, goalTip: own } })

  expect(textsOnScreen()).toEqual([
    'Ada gave £10 for A kiln for the clay season',
    expect.stringMatching(/^72\u00a0%, £864 so far, £336 left: [\w.:]+\/g\/[0-9a-z]{9}$/),
  ])
})

test('the address of a general tip is that of the creator’s page, and an empty text shows nothing', () => {
  const { texts } = lookOf('liquid')

  show({}, { texts: { ...texts, generalTip: { headline: '{goal URL}', line: '' } } })

  expect(textsOnScreen()).toEqual(['brimful.example/mira'])
})

test('a milestone says how far the goal is', () => {
  show({ goal, milestone: 50 })
  expect(textsOnScreen()).toEqual(['50\u00a0% of A kiln for the clay season!', 'Thank you, Ada!'])
  expect(document.querySelector<HTMLElement>('.figure')?.dataset['figure']).toBe('50\u00a0%')

  document.querySelector('#alert')!.replaceChildren()
  show({ goal, milestone: 'one-tip', locale: 'de' })
  expect(textsOnScreen()[0]).toBe('Noch einmal so viel, und A kiln for the clay season ist erreicht!')
})

test('a look decides about place, size, colours, message and bar', () => {
  const colors = { text: '#000000', accent: '#112233', fill: '#445566', ground: '#ffffff' }

  show(
    { goal, message: 'Hi' },
    { place: 'bottom-left', size: 'large', colors, showsMessage: false, showsGoal: false },
  )

  const article = document.querySelector<HTMLElement>('.alert')!
  expect(article.dataset).toMatchObject({
    theme: 'liquid',
    kind: 'goalTip',
    place: 'bottom-left',
    size: 'large',
  })
  expect(article.style.getPropertyValue('--accent')).toBe('#112233')
  expect(document.querySelector('.message, .bar')).toBeNull()
})

test('an alert comes and goes as its theme does, unless its look says how', () => {
  show({})
  const { dataset } = document.querySelector<HTMLElement>('.alert')!
  expect([dataset['entrance'], dataset['exit']]).toEqual([undefined, undefined])

  document.querySelector('#alert')!.replaceChildren()
  show({}, { entrance: 'left', exit: 'top' })
  expect(document.querySelector<HTMLElement>('.alert')!.dataset).toMatchObject({
    entrance: 'left',
    exit: 'top',
  })
})

test('a picture of the creator’s replaces the drawing, and each alert has an address of its own for it', async () => {
  const addresses = new Set<string>()
  let count = 0
  URL.createObjectURL = () => {
    addresses.add(`blob:${(count += 1)}`)
    return `blob:${count}`
  }
  URL.revokeObjectURL = (address) => void addresses.delete(address)
  vi.stubGlobal('fetch', async () => new Response('picture'))
  vi.stubGlobal('createImageBitmap', async () => ({ close() {} }))
  const picture = await loadPicture(`/media/${'cd'.repeat(16)}-512.webp`)

  for (const address of ['blob:1', 'blob:2']) {
    document.querySelector('#alert')!.replaceChildren()
    showAlert(buildAlert({ goal }), { ...view, picture })
    const image = document.querySelector('.picture.own img')!
    expect(image.getAttribute('src')).toBe(address)
    expect(document.querySelector('.vessel')).toBeNull()
    expect([...addresses]).toEqual([address])
    image.dispatchEvent(new Event('load'))
  }
  expect([...addresses]).toEqual([])
})

test('without a picture that can be shown an alert has the drawing of its theme', () => {
  show({ goal }, { picture: `/media/${'ab'.repeat(16)}-512.webp` })

  expect(document.querySelector('.picture.own, .picture img')).toBeNull()
  expect(document.querySelector('.picture .vessel')).not.toBeNull()
})

test.each([
  [{ kind: 'follow', quantity: null }, 'Ada just followed', 'Thank you! · Shown by a tool', ''],
  [{ kind: 'subscription', quantity: 6 }, 'Ada subscribed', 'Month 6. Thank you! · Shown by a tool', '6'],
  [
    { kind: 'subscription', quantity: 6, tier: '2', source: 'twitch' },
    'Ada subscribed',
    'Tier 2 · Month 6. Thank you!',
    '6',
  ],
  [
    { kind: 'gift', quantity: 5, tier: '3', source: 'twitch' },
    'Ada gave 5 subscriptions',
    'Tier 3. Thank you!',
    '5',
  ],
  [{ kind: 'gift', quantity: 1 }, 'Ada gave a subscription', 'Thank you! · Shown by a tool', '1'],
  [{ kind: 'gift', quantity: 5 }, 'Ada gave 5 subscriptions', 'Thank you! · Shown by a tool', '5'],
  [{ kind: 'cheer', quantity: 1_000 }, 'Ada cheered 1,000 bits', 'Thank you! · Shown by a tool', '1,000'],
  [{ kind: 'raid', quantity: 42 }, 'Ada raids with 42', 'Thank you! · Shown by a tool', '42'],
  [{ kind: 'raid', source: 'twitch', quantity: 42 }, 'Ada raids with 42', 'Thank you!', '42'],
  [{ kind: 'train', quantity: 1, source: 'twitch' }, 'A Hype Train has started!', 'Thank you!', '1'],
  [{ kind: 'train', quantity: 3, source: 'twitch' }, 'Hype Train: level 3!', 'Thank you!', '3'],
  [
    { kind: 'reward', title: 'Hydrate', quantity: 1_500, source: 'twitch' },
    'Ada redeemed Hydrate',
    '1,500 points. Thank you!',
    '1,500',
  ],
  [{ kind: 'reward', title: 'Hi', quantity: null, source: 'twitch' }, 'Ada redeemed Hi', 'Thank you!', ''],
  [
    { kind: 'charity', title: 'Save the Otters', quantity: 12_50, unit: 'usd', source: 'twitch' },
    'Ada gave $12.50 to Save the Otters',
    'Thank you!',
    '$12.50',
  ],
  [
    { kind: 'charity', title: 'Save the Otters', quantity: 500, unit: 'jpy', source: 'twitch' },
    'Ada gave ¥500 to Save the Otters',
    'Thank you!',
    '¥500',
  ],
  [
    { kind: 'charity', title: 'Save the Otters', quantity: null, source: 'twitch' },
    'Ada gave to Save the Otters',
    'Thank you!',
    '',
  ],
  [
    { kind: 'superchat', quantity: 5_50, unit: 'eur', source: 'youtube' },
    'Ada sent a Super Chat: €5.50',
    'Thank you!',
    '€5.50',
  ],
  [{ kind: 'superchat', quantity: null, source: 'youtube' }, 'Ada sent a Super Chat', 'Thank you!', ''],
  [{ kind: 'subscription', quantity: null, source: 'youtube' }, 'Ada became a member', 'Thank you!', ''],
  [{ kind: 'subscription', quantity: 7, source: 'youtube' }, 'Ada is a member', 'Month 7. Thank you!', '7'],
  [{ kind: 'gift', quantity: 1, source: 'youtube' }, 'Ada gifted a membership', 'Thank you!', '1'],
  [{ kind: 'gift', quantity: 50, source: 'youtube' }, 'Ada gifted 50 memberships', 'Thank you!', '50'],
  [
    { kind: 'other', title: 'New order', quantity: 3, unit: 'mugs' },
    'New order',
    'Ada · 3 mugs · Shown by a tool',
    '3',
  ],
] as const)(
  'an event says what it is and whether a tool shows it, and has no amount of a tip (%o)',
  (event, ...texts) => {
    showAlert(buildShowAlert({ title: null, unit: null, ...event }), view)

    const figure = document.querySelector<HTMLElement>('.figure')!
    expect([...textsOnScreen(), figure.dataset['figure']]).toEqual(texts)
    expect(document.querySelector('.bar')).toBeNull()
  },
)

test('an event is written in the creator’s language, with its message as it is', () => {
  showAlert(buildShowAlert({ quantity: 1_000 }, { locale: 'de', message: '<b>Hi</b>' }), view)

  expect(textsOnScreen()).toEqual([
    'Ada schickt 1.000 Bits',
    'Danke! · Von einem Tool gezeigt',
    '„<b>Hi</b>“',
  ])
})
