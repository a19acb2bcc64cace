/** The forms of the donothon's timers. */
import type { Page } from 'playwright-core'
import { click, field } from './form.ts'
import type { Form } from './form.ts'

const settings = (name: string) => `/dashboard/${name}-setting`
const timer = 'features/settings/donothon'
const creator = 'mira'

async function startTimer(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Start timer' })
  const running = page.getByRole('button', { name: 'Pause', exact: true })
  await start.or(running).waitFor()
  if (await running.isVisible()) return
  await page.getByLabel('Hours', { exact: true }).first().fill('1')
  await start.click()
  await running.waitFor()
}

export const timerForms: Form[] = [
  {
    name: 'Timer',
    as: creator,
    path: settings('donothon-timer'),
    within: '#donothon',
    reach: startTimer,
    send: 'Add time',
    fields: [
      field('Hours', 'number', '1', `${timer}/manual-change.tsx`),
      field('Hours', 'number', '1', `${timer}/donothon-tab.tsx`, 'Timer · Hours'),
    ],
  },
  {
    name: 'Timer, name',
    as: creator,
    path: settings('donothon-timer'),
    within: '#donothon',
    reach: async (page) => {
      await startTimer(page)
      await click('Rename')(page)
    },
    fields: [field('Name', 'name', 'Marathon', `${timer}/rename-timer.tsx`)],
  },
  {
    name: 'Timer, time per tip',
    as: creator,
    path: settings('donothon-timer'),
    within: '#donothon',
    reach: startTimer,
    send: 'Save time per tip',
    fields: [
      field('GBP', 'money', '1', `${timer}/rule-form.tsx`),
      field('adds minutes', 'number', '1', `${timer}/rule-form.tsx`),
    ],
  },
  {
    name: 'Timer, longest time',
    as: creator,
    path: settings('donothon-timer'),
    within: '#timer-limits',
    reach: startTimer,
    send: 'Save limit',
    fields: [
      field('Longest time in hours', 'number', '12', `${timer}/limits-form.tsx`),
      field('Ends no later than', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
  {
    name: 'Timer, happy hour',
    as: creator,
    path: settings('donothon-timer'),
    within: '#timer-limits',
    reach: startTimer,
    send: 'Add happy hour',
    fields: [
      field('Minutes', 'number', '30', `${timer}/limits-form.tsx`),
      field('From (empty: now)', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
]
