/** The forms of visitors and of accounts. */
import { click, field } from './form.ts'
import type { Form } from './form.ts'
import { askForCode, beginSignUp, logInWithFactor, signUpToCode } from './steps.ts'

const signInFolder = 'features/sign-in'
const code = 'Log-in, second step · Code'
const newPassword = 'lanterns over quiet harbours'

export const visitorForms: Form[] = [
  {
    name: 'Tip',
    path: '/miravale/tips',
    within: '#tip',
    send: 'Pay by card',
    fields: [
      field('Amount', 'money', '7', 'features/tip/tip-box.tsx'),
      field('Your name', 'name', 'Ada', 'features/tip/message-fields.tsx'),
      field('Message', 'text', 'Hello', 'features/tip/message-fields.tsx'),
    ],
  },
  {
    name: 'Claim a name',
    path: '/',
    within: '#home',
    send: null,
    fields: [field('Your name on Brimful', 'name', 'nova', 'features/landing/hero.tsx')],
  },
  {
    name: 'Search',
    path: '/explore',
    within: 'search',
    send: null,
    fields: [field('Find a Creator to support!', 'name', 'Mira', 'features/explore/creator-search.tsx')],
  },
  {
    name: 'Log-in',
    path: '/account',
    within: 'main',
    answer: 'Wrong email or password.',
    fields: [
      field('Email', 'email', 'mira@example.test', `${signInFolder}/log-in-form.tsx`),
      field('Password', 'password', 'not her password', `${signInFolder}/log-in-form.tsx`),
    ],
  },
  {
    name: 'Log-in, second step',
    path: '/account',
    within: 'main',
    reach: logInWithFactor,
    answer: 'That code is incorrect.',
    fields: [field('Code', 'code', '123456', `${signInFolder}/log-in-form.tsx`)],
  },
  {
    name: 'Google sign-in',
    fields: [
      field('Password', 'password', 'x', `${signInFolder}/google/google-proof.tsx`, 'Log-in · Password'),
      field('Code', 'code', '123456', `${signInFolder}/google/google-proof.tsx`, code),
    ],
  },
  {
    name: 'Sign-up',
    path: '/signup',
    within: 'main',
    reach: (page) => page.getByRole('checkbox').check(),
    fields: [
      field('Email', 'email', 'nova@example.test', `${signInFolder}/sign-up/start-form.tsx`),
      field('Your name', 'name', 'Nova', `${signInFolder}/sign-up/start-form.tsx`),
      field('Password', 'password', newPassword, `${signInFolder}/sign-up/start-form.tsx`),
    ],
  },
  {
    name: 'Sign-up, address',
    path: '/signup',
    within: 'main',
    reach: (page) => beginSignUp(page, /creator/),
    answer: 'That name is taken.',
    fields: [field('Your address', 'address', 'nova_quill', `${signInFolder}/sign-up/url-form.tsx`)],
  },
  {
    name: 'Sign-up, last steps',
    fields: [
      field(
        'Choose a picture',
        'file',
        'a.png',
        `${signInFolder}/sign-up/picture-form.tsx`,
        'Pictures · Choose a picture',
      ),
      field(
        'Display name',
        'name',
        'Nova',
        `${signInFolder}/sign-up/about-form.tsx`,
        'Profile · Display name',
      ),
      field('About you', 'text', 'I paint.', `${signInFolder}/sign-up/about-form.tsx`, 'Profile · About you'),
    ],
  },
  {
    name: 'Sign-up, code',
    path: '/signup',
    within: 'main',
    reach: signUpToCode,
    fields: [field('Code', 'code', '12345', `${signInFolder}/sign-up/code-form.tsx`)],
  },
  {
    name: 'New password',
    path: '/authentication/reset-password',
    within: 'main',
    fields: [
      field('Email', 'email', 'nobody@example.test', `${signInFolder}/password-reset/reset-forms.tsx`),
      field(
        'New password',
        'password',
        newPassword,
        `${signInFolder}/password-reset/reset-forms.tsx`,
        'Sign-up · Password',
      ),
    ],
  },
  {
    name: 'Confirmation',
    fields: [
      field(
        'Current password',
        'password',
        'x',
        'features/confirmation/confirmation-form.tsx',
        'Log-in · Password',
      ),
      field('Code', 'code', '123456', 'features/confirmation/confirmation-form.tsx', code),
      field('Code', 'code', '123456', 'features/confirmation/google-confirmation.tsx', code),
      field('Code', 'code', '123456', 'screens/accounts/not-me-screen.tsx', code),
    ],
  },
  {
    name: 'Report',
    path: '/miravale/current-goals',
    within: '[role=dialog]',
    reach: click(/^Report/),
    fields: [
      field(/^Tell us more/, 'text', 'A copied picture.', 'features/report/report-dialog.tsx'),
      field(/^Your email/, 'email', '', 'features/report/report-dialog.tsx', 'Sign-up · Email'),
      field('The name', 'name', 'Ada', 'features/report/report-dialog.tsx', 'Tip · Your name'),
    ],
  },
  {
    name: 'Receipt by email',
    fields: [
      field('Email', 'email', 'ada@example.test', 'features/receipt/receipt-mail.tsx', 'Sign-up · Email'),
    ],
  },
  {
    name: 'Account',
    fields: [
      field('New email', 'email', 'new@example.test', 'features/account/email-card.tsx', 'Sign-up · Email'),
      field(
        'New password',
        'password',
        newPassword,
        'features/account/password-card.tsx',
        'Sign-up · Password',
      ),
      field('Name', 'name', 'My phone', 'features/account/add-passkey-form.tsx', 'API token · Name'),
      field('Name', 'name', 'My phone', 'features/account/passkey-row.tsx', 'API token · Name'),
    ],
  },
  {
    name: 'Two-factor',
    as: 'rowan',
    path: '/dashboard/account-setting',
    within: '#two-factor',
    reach: askForCode,
    answer: 'That code is incorrect.',
    fields: [field('Code', 'code', '123456', 'features/account/two-factor-setup.tsx')],
  },
]
