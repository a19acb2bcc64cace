/** The forms of the donothon's timers. */
import { field } from './form.ts'
import type { Form } from './form.ts'
import { renameTimer, startTimer } from './steps.ts'

const timer = 'features/settings/donothon'
const page = { as: 'juniper', path: '/dashboard/donothon-timer-setting', reach: startTimer }
const limits = { ...page, within: '#timer-limits' }

export const timerForms: Form[] = [
  {
    ...page,
    name: 'Timer',
    within: '#donothon',
    send: 'Add time',
    fields: [
      field('Hours', 'number', '1', `${timer}/manual-change.tsx`),
      field('Hours', 'number', '1', `${timer}/donothon-tab.tsx`, 'Timer · Hours'),
    ],
  },
  {
    ...page,
    name: 'Timer, name',
    within: '#donothon',
    reach: renameTimer,
    send: 'Save name',
    fields: [field('Name', 'name', 'Marathon', `${timer}/rename-timer.tsx`)],
  },
  {
    ...page,
    name: 'Timer, time per tip',
    within: '#donothon',
    send: 'Save rule',
    fields: [
      field('GBP', 'money', '1', `${timer}/rule-form.tsx`),
      field('adds minutes', 'number', '1', `${timer}/rule-form.tsx`),
      field(
        'Subscription, tier 1',
        'number',
        '300',
        `${timer}/event-times.tsx`,
        'Timer, happy hour · Minutes',
      ),
    ],
  },
  {
    ...limits,
    name: 'Timer, longest time',
    send: 'Save limit',
    fields: [
      field('Longest time in hours', 'number', '12', `${timer}/limits-form.tsx`),
      field('Ends no later than', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
  {
    ...limits,
    name: 'Timer, happy hour',
    send: 'Add happy hour',
    fields: [
      field('Minutes', 'number', '30', `${timer}/limits-form.tsx`),
      field('From (leave empty for now)', 'date', '2030-01-01T10:00', `${timer}/limits-form.tsx`),
    ],
  },
]
