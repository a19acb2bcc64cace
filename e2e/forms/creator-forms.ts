/** The forms of creators and of admins. */
import { click, field } from './form.ts'
import type { Form } from './form.ts'
import { chooseService, openWordings, turnOn } from './steps.ts'

const settings = (name: string) => `/dashboard/${name}-setting`
const goalForm = 'features/goals/own/goal-form.tsx'
const profileForm = 'features/settings/profile/profile-form.tsx'
const chatbot = 'features/settings/chatbot'

const creator = 'mira'
const other = 'juniper'

export const creatorForms: Form[] = [
  {
    name: 'Profile',
    as: creator,
    path: settings('profile'),
    within: 'form:has([name=displayName])',
    fields: [
      field('Display name', 'name', 'Mira Vale', profileForm),
      field('About you', 'text', 'I paint.', profileForm),
      field('X', 'address', 'x.com/mira', profileForm),
      field('More links', 'address', 'https://mira.example', profileForm),
      field('Tags', 'name', 'art', profileForm),
    ],
  },
  {
    name: 'Address',
    fields: [
      field(
        'Your address',
        'address',
        'mira',
        'features/settings/profile/address-card.tsx',
        'Sign-up, address · Your address',
      ),
    ],
  },
  {
    name: 'Pictures',
    as: creator,
    path: settings('profile'),
    within: '#pictures',
    fields: [
      field('Choose a picture', 'file', 'a.png', 'features/settings/profile/pictures-card.tsx'),
      field(
        'Choose a picture',
        'file',
        'a.png',
        'features/goals/own/goal-picture-field.tsx',
        'Pictures · Choose a picture',
      ),
    ],
  },
  {
    name: 'Goal',
    as: creator,
    path: '/dashboard/goals-overview',
    within: '[role=dialog]',
    reach: click('New goal'),
    fields: [
      field('Title', 'name', 'A loom', goalForm),
      field(/^Amount in/, 'money', '20', goalForm),
      field(/^What’s it for/, 'text', 'Wool is here.', goalForm),
      field(/^End date/, 'date', '2030-01-01', goalForm),
      field(
        /^Subscription, tier 1/,
        'money',
        '2',
        'features/goals/own/event-worth-fold.tsx',
        'Goal · Amount in',
      ),
    ],
  },
  {
    name: 'Rules of tips',
    as: other,
    path: settings('payment'),
    within: '#tip-rules',
    reach: turnOn('Review large first tips'),
    fields: [
      field(/^Minimum tip/, 'money', '1', 'features/settings/payment/tip-rules-card.tsx'),
      field(
        /^Review from/,
        'money',
        '100',
        'features/settings/payment/tip-rules-card.tsx',
        'Rules of tips · Minimum tip',
      ),
    ],
  },
  {
    name: 'Blocked supporters',
    as: creator,
    path: '/dashboard/moderation',
    within: '#blocked-supporters',
    fields: [field('Name', 'name', 'Troll', 'features/settings/moderation/blocked-supporters-card.tsx')],
  },
  {
    name: 'Billing',
    as: creator,
    path: '/dashboard/payment-setting2',
    within: '#billing',
    async reach(page) {
      await page.locator('summary', { hasText: 'Invoices' }).click()
      await page.locator('#billing select').selectOption('DE')
    },
    fields: [
      field('Legal name', 'name', 'Mira Vale', 'features/invoices/billing-card.tsx'),
      field('Address', 'address', '1 Quiet Lane', 'features/invoices/billing-card.tsx'),
      field(/^VAT ID/, 'code', 'DE136695976', 'features/invoices/billing-card.tsx'),
    ],
  },
  {
    name: 'Blocked words',
    as: creator,
    path: '/dashboard/moderation',
    within: '#blocked-words',
    fields: [field('Word or phrase', 'name', 'rude', 'features/settings/moderation/blocked-words-card.tsx')],
  },
  {
    name: 'Chat messages',
    as: other,
    path: settings('chatbot'),
    within: '#messages',
    reach: openWordings,
    fields: [
      field('Wording: General tips', 'text', 'Thanks, {user}!', `${chatbot}/wording-field.tsx`),
      field(/^Smallest tip to announce/, 'money', '2', `${chatbot}/messages-card.tsx`),
      field(/^From this amount/, 'money', '50', `${chatbot}/larger-tips.tsx`),
    ],
  },
  {
    name: 'Discord',
    as: other,
    path: settings('chatbot'),
    within: 'main',
    reach: click('Connect Discord'),
    answer: 'That webhook no longer exists.',
    fields: [
      {
        ...field(
          'Webhook URL',
          'address',
          'https://discord.com/api/webhooks/1/x',
          `${chatbot}/discord/row.tsx`,
        ),
        goodHere: ({ env }) => `${env['DISCORD_API_URL']}/webhooks/123456789012345678/${'x'.repeat(60)}`,
      },
    ],
  },
  {
    name: 'Webhook',
    as: creator,
    path: settings('tools'),
    within: '#webhooks',
    fields: [
      field(
        'Address',
        'address',
        'https://tool.example/hook',
        'features/settings/tools/add-webhook-form.tsx',
      ),
    ],
  },
  {
    name: 'Webhook, at a service',
    as: other,
    path: settings('tools'),
    within: '#webhooks',
    reach: chooseService,
    fields: [
      field('Channel ID', 'code', '5f0c3d8a58a34f669d520f7b', 'features/settings/tools/add-webhook-form.tsx'),
      field('Your token', 'code', 'x', 'features/settings/tools/add-webhook-form.tsx'),
    ],
  },
  {
    name: 'API token',
    as: other,
    path: settings('tools'),
    within: '#api-tokens',
    reach: click('Create a token'),
    fields: [field('Name', 'name', 'Deck', 'features/settings/tools/add-token-form.tsx')],
  },
  {
    name: 'Control panel',
    as: other,
    path: '/dashboard/control-panel',
    within: '#panel-review',
    reach: turnOn('Large tips'),
    fields: [field('From this amount', 'money', '100', 'features/panel/review-card.tsx')],
  },
  {
    name: 'Refund',
    fields: [
      field(
        'Amount',
        'money',
        '1',
        'features/statement/refund-dialog.tsx',
        'Admin, adjustment · By how much',
      ),
      field(/^Reason/, 'text', 'By mistake', 'features/statement/refund-dialog.tsx', 'Report · Tell us more'),
    ],
  },
  {
    name: 'Dispute',
    fields: [
      field(
        /^Your own words/,
        'text',
        'I read it.',
        'features/statement/evidence-form.tsx',
        'Report · Tell us more',
      ),
      field(
        /^Add a file/,
        'file',
        'a.png',
        'features/statement/evidence-document.tsx',
        'Pictures · Choose a picture',
      ),
    ],
  },
]
