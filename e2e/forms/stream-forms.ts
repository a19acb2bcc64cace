/** The forms of the stream's settings, of imports, and of admins. */
import { field, unreached } from './form.ts'
import type { Form } from './form.ts'

const styles = 'features/settings/styles'
const admin = 'features/admin'
const creator = 'mira'

export const streamForms: Form[] = [
  {
    name: 'Alert style',
    notWalked: unreached,
    fields: [
      field('Headline', 'text', 'Thank you', `${styles}/text-fields.tsx`),
      field('Second line', 'text', 'You are kind', `${styles}/text-fields.tsx`),
      field('Below', 'money', '5', `${styles}/more-fields.tsx`),
    ],
  },
  {
    name: 'Variation of the style',
    notWalked: unreached,
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
    name: 'Files of the style',
    fields: [
      field('Upload', 'file', 'a.png', `${styles}/media-fields.tsx`),
      field('Import a file', 'file', 'a.json', `${styles}/style-toolbar.tsx`),
      field('Upload a sound', 'file', 'a.mp3', 'features/settings/sounds/uploaded-sounds.tsx'),
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
    name: 'Import',
    notWalked: unreached,
    fields: [
      field('Choose a CSV file', 'file', 'a.csv', 'features/settings/import/import-card.tsx'),
      field('Currency', 'code', 'EUR', 'features/settings/import/file-questions.tsx'),
      field('Currency of amounts without one', 'code', 'EUR', 'features/settings/import/mapping-fields.tsx'),
      field('Rate', 'number', '1.25', 'features/settings/import/checked-import.tsx'),
    ],
  },
  {
    name: 'Admin',
    notWalked: unreached,
    fields: [
      field('Username', 'name', 'miravale', `${admin}/account-card.tsx`),
      field('Any ID of the payment', 'code', 'x', `${admin}/payment-card.tsx`),
      field('Reason', 'text', 'Spam', `${admin}/reason-form.tsx`),
      field('Picture', 'address', '/media/x', `${admin}/testimonial-form.tsx`),
      field('Profile address', 'address', 'https://x.example', `${admin}/testimonial-form.tsx`),
      field('By how much', 'money', '5', `${admin}/adjustment-form.tsx`),
      field('Transaction at the provider', 'code', 'x', `${admin}/adjustment-form.tsx`),
      field('Reason', 'text', 'Spam', `${admin}/adjustment-form.tsx`),
      field('Transaction at the provider', 'code', 'x', `${admin}/settlement-form.tsx`),
      field('Reason', 'text', 'Spam', `${admin}/settlement-form.tsx`),
    ],
  },
]
