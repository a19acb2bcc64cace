/** The import rules of docs/architecture.md as data: which folder may import which. */

export interface Layer {
  folder: string
  mayImport: readonly string[]
  /** Further folders that only tests and fixtures of this layer may import. */
  testsMayImport?: readonly string[]
  /** Whether the folders inside this layer may not import each other. */
  isDivided?: boolean
  /** Whether all files here serve tests or measurements, so that all of them may import fixtures. */
  isForTests?: boolean
}

const shared = ['contract', 'i18n/compiled']
const backend = ['contract', 'db', 'domain', 'i18n/compiled']
const anything = ['*']
const web = ['web/src/screens', 'web/src/features', 'web/src/parts', 'web/src/ui', 'web/src/lib', ...shared]
const testsMayImport = ['web/src/test']

/** The layers. A file belongs to the first one whose folder contains it. */
export const layers: readonly Layer[] = [
  { folder: 'i18n/compiled', mayImport: [] },
  { folder: 'build', mayImport: ['contract', 'scripts'] },
  { folder: 'contract', mayImport: [] },
  { folder: 'db', mayImport: ['contract'] },
  { folder: 'domain', mayImport: ['contract', 'db', 'i18n/compiled'], testsMayImport: ['sandbox'] },
  { folder: 'demo', mayImport: backend, testsMayImport: ['sandbox'] },
  { folder: 'server', mayImport: backend, testsMayImport: ['sandbox', 'demo'] },
  { folder: 'workers', mayImport: backend, testsMayImport: ['sandbox'] },
  {
    folder: 'web/src/screens',
    mayImport: ['web/src/features', 'web/src/parts', 'web/src/ui', 'web/src/lib', ...shared],
    testsMayImport,
  },
  {
    folder: 'web/src/features',
    mayImport: ['web/src/parts', 'web/src/ui', 'web/src/lib', ...shared],
    testsMayImport,
    isDivided: true,
  },
  { folder: 'web/src/parts', mayImport: ['web/src/ui', 'web/src/lib', ...shared], testsMayImport },
  { folder: 'web/src/ui', mayImport: ['web/src/lib', ...shared], testsMayImport },
  { folder: 'web/src/lib', mayImport: shared, testsMayImport },
  { folder: 'web/src/test', mayImport: ['web', ...web] },
  { folder: 'web', mayImport: web, testsMayImport },
  { folder: 'overlay', mayImport: shared },
  { folder: 'sandbox', mayImport: [] },
  { folder: 'client', mayImport: [], testsMayImport: ['contract', 'db', 'domain', 'server'] },
  { folder: 'scripts', mayImport: anything },
  { folder: 'deploy', mayImport: anything },
  { folder: 'e2e', mayImport: anything, isForTests: true },
  { folder: 'bench', mayImport: anything, isForTests: true },
  { folder: '.ci', mayImport: anything, isForTests: true },
]

/** Folders of `domain/` that all others may import, as they may the files directly in `domain/`. */
export const commonInDomain: readonly string[] = ['config', 'tasks']

/** For each other folder of `domain/`, the others that it may import. */
export const domainImports: Readonly<Record<string, readonly string[]>> = {
  liveness: [],
  accounts: ['alerts', 'chat', 'mail', 'moderation', 'security', 'sounds', 'speech', 'storage'],
  admin: ['accounts', 'mail', 'moderation', 'security'],
  alerts: ['moderation', 'security'],
  chat: ['moderation', 'security'],
  doctor: [
    'accounts',
    'chat',
    'mail',
    'payments/paypal',
    'payments/provider',
    'payments/stripe',
    'speech',
    'start',
    'storage',
  ],
  goals: [],
  imports: [],
  insights: ['goals', 'moderation', 'payments/receipts'],
  mail: ['security'],
  moderation: [],
  notifications: ['mail', 'security'],
  pages: [],
  payments: ['payments/orders', 'payments/paypal', 'payments/provider', 'payments/stripe'],
  'payments/invoices': ['security'],
  'payments/ledger': ['payments/provider'],
  'payments/orders': [
    'alerts',
    'mail',
    'moderation',
    'payments/ledger',
    'payments/provider',
    'payments/rates',
    'security',
  ],
  'payments/payouts': ['accounts', 'payments/orders', 'payments/provider'],
  'payments/paypal': ['payments/provider'],
  'payments/platform': ['payments/invoices'],
  'payments/provider': [],
  'payments/rates': [],
  'payments/receipts': ['accounts', 'mail', 'moderation', 'payments/invoices', 'security'],
  'payments/records': ['payments/ledger', 'payments/orders', 'payments/provider'],
  'payments/reconciliation': ['payments/ledger', 'payments/orders', 'payments/provider'],
  'payments/refunds': ['mail', 'payments/orders', 'payments/provider'],
  'payments/stripe': ['payments/provider'],
  'payments/webhooks': ['payments/orders', 'payments/payouts', 'payments/provider', 'security'],
  rotation: [
    'accounts',
    'alerts',
    'mail',
    'notifications',
    'payments/invoices',
    'payments/receipts',
    'security',
    'start',
    'tools',
  ],
  security: [],
  show: ['moderation'],
  sounds: ['storage'],
  styles: ['alerts', 'goals', 'insights', 'storage', 'timer'],
  speech: ['storage'],
  start: ['security', 'storage'],
  storage: [],
  tracing: [],
  panel: ['accounts', 'moderation', 'security'],
  tools: ['accounts', 'insights', 'panel', 'security', 'timer'],
  timer: ['moderation'],
}
