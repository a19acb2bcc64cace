/** The forms of the stream's settings, of imports, and of admins. */
import { click, field } from './form.ts'
import type { Form } from './form.ts'
import { checkForeignFile, chooseOpenFile, choosePlainFile } from './import-steps.ts'
import { findAccount, openAdjustment, openStyle, openVariation } from './steps.ts'

const styles = 'features/settings/styles'
const admin = 'features/admin'
const creator = 'mira'
const style = { as: 'otto', path: '/dashboard/alert-style', within: '#alert-style', send: 'Save draft' }
const importPage = { as: creator, path: '/dashboard/import-setting', within: '#import' }
const adminPage = { as: 'rowan', path: '/admin' }
const reason = 'Admin, account · Reason'
const transaction = 'Admin, adjustment · Transaction at the provider'

export const streamForms: Form[] = [
  {
    ...style,
    name: 'Alert style',
    reach: openStyle,
    fields: [
      field('Headline', 'text', 'Thank you', `${styles}/text-fields.tsx`),
      field('Second line', 'text', 'You are kind', `${styles}/text-fields.tsx`),
      field('Below', 'money', '5', `${styles}/more-fields.tsx`),
    ],
  },
  {
    ...style,
    name: 'Variation of the style',
    reach: openVariation,
    fields: [
      field('Name of the variation', 'name', 'Large', `${styles}/condition-fields.tsx`),
      field('From amount', 'money', '50', `${styles}/condition-fields.tsx`),
      field(
        'To amount',
        'money',
        '90',
        `${styles}/condition-fields.tsx`,
        'Variation of the style · From amount',
      ),
    ],
  },
  {
    ...style,
    name: 'Picture of the style',
    fields: [field('Upload', 'file', 'a.png', `${styles}/media-fields.tsx`)],
  },
  {
    ...style,
    name: 'File of the style',
    answer: 'Style imported.',
    fields: [field('Import a file', 'file', 'a.json', `${styles}/style-toolbar.tsx`)],
  },
  {
    ...style,
    name: 'Sound',
    within: '#alert-sound',
    fields: [field('Upload a sound', 'file', 'a.mp3', 'features/settings/sounds/uploaded-sounds.tsx')],
  },
  {
    name: 'Rewards',
    notWalked: '`e2e/show-events.e2e.ts` has it',
    fields: [field('Only these rewards', 'text', 'Hydrate', 'features/settings/stream/reward-titles.tsx')],
  },
  {
    name: 'Studio',
    notWalked: '`e2e/studio.e2e.ts` has it',
    fields: [
      field(/screenshot/, 'file', 'a.png', 'features/settings/studio/backdrop.tsx'),
      field(/in per cent$/, 'number', '50', 'features/settings/studio/percent-slider.tsx'),
    ],
  },
  {
    name: 'Speech',
    as: creator,
    path: '/dashboard/alert-style',
    within: '#speech',
    reach: (page) => page.locator('#speech').getByRole('radio').last().check(),
    fields: [field('From this amount on', 'money', '5', 'features/settings/stream/speech-card.tsx')],
  },
  {
    ...importPage,
    name: 'Import',
    reach: chooseOpenFile,
    send: null,
    isSentByLeaving: true,
    fields: [field(/^Which currency is/, 'code', 'EUR', 'features/settings/import/file-questions.tsx')],
  },
  {
    ...importPage,
    name: 'Import, file',
    fields: [field('Choose a CSV file', 'file', 'a.csv', 'features/settings/import/import-card.tsx')],
  },
  {
    ...importPage,
    name: 'Import, columns',
    reach: choosePlainFile,
    send: null,
    isSentByLeaving: true,
    fields: [
      field('Currency of amounts without one', 'code', 'EUR', 'features/settings/import/mapping-fields.tsx'),
    ],
  },
  {
    ...importPage,
    name: 'Import, rate',
    reach: checkForeignFile,
    fields: [field(/^1 EUR in/, 'number', '1.25', 'features/settings/import/checked-import.tsx')],
  },
  {
    ...adminPage,
    name: 'Admin, find an account',
    within: '#account',
    asks: '/admin/account',
    fields: [field('Username', 'name', 'miravale', `${admin}/account-card.tsx`)],
  },
  {
    ...adminPage,
    name: 'Admin, account',
    within: '#account',
    reach: findAccount,
    fields: [field('Reason', 'text', 'Spam', `${admin}/reason-form.tsx`)],
  },
  {
    ...adminPage,
    name: 'Admin, find a payment',
    within: '#payment',
    asks: '/admin/payment',
    answer: 'We couldn’t find that.',
    fields: [field('Any ID of the payment', 'code', 'pi_0000', `${admin}/payment-card.tsx`)],
  },
  {
    ...adminPage,
    name: 'Admin, adjustment',
    within: '#payment',
    reach: openAdjustment,
    fields: [
      field(/^By how much/, 'money', '5', `${admin}/adjustment-form.tsx`),
      field('Transaction at the provider', 'code', 're_0000', `${admin}/adjustment-form.tsx`),
      field('Reason', 'text', 'Spam', `${admin}/adjustment-form.tsx`, reason),
    ],
  },
  {
    name: 'Admin, settlement',
    fields: [
      field('Transaction at the provider', 'code', 're_0000', `${admin}/settlement-form.tsx`, transaction),
      field('Reason', 'text', 'Spam', `${admin}/settlement-form.tsx`, reason),
    ],
  },
  {
    ...adminPage,
    name: 'Admin, testimonial',
    within: '#site',
    reach: click('Add testimonial'),
    fields: [
      field('Picture', 'address', '/media/x', `${admin}/testimonial-form.tsx`),
      field('Profile address', 'address', 'https://x.example', `${admin}/testimonial-form.tsx`),
    ],
  },
]
