/** The forms of the donothon's timers. */
import { field, unreached } from './form.ts'
import type { Form } from './form.ts'
import { startTimer } from './steps.ts'

const timer = 'features/settings/donothon'
const page = { as: 'juniper', path: '/dashboard/donothon-timer-setting' }

export const timerForms: Form[] = [
  {
    ...page,
    name: 'Timer',
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
    notWalked: unreached,
    fields: [field('Name', 'name', 'Marathon', `${timer}/rename-timer.tsx`)],
  },
  {
    name: 'Timer, time per tip',
    notWalked: unreached,
    fields: [
      field('GBP', 'money', '1', `${timer}/rule-form.tsx`),
      field('adds minutes', 'number', '1', `${timer}/rule-form.tsx`),
    ],
  },
  {
    name: 'Timer, longest time',
    notWalked: unreached,
    fields: [
      field('Longest time in hours', 'number', '12', `${timer}/limits-form.tsx`),
      field('Ends no later than', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
  {
    name: 'Timer, happy hour',
    notWalked: unreached,
    fields: [
      field('Minutes', 'number', '30', `${timer}/limits-form.tsx`),
      field('From (leave empty for now)', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
]
