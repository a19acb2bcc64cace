/** The addresses of the site's pages, as the specification lists them. The server answers any other address with 404. */

const settings = [
  'profile-setting',
  'payment-setting',
  'stream-setting',
  'tools-setting',
  'import-setting',
  'notifications-setting',
  'chatbot-setting',
]

/** The pages that exist for every installation; those of a creator exist if the creator does. `:name` stands for one segment. */
const pages = [
  '/',
  '/explore',
  '/featured-creators',
  '/maintenance',
  '/api-reference',
  '/privacy-policy',
  '/terms-of-service',
  '/cookieyes-generated-policy',
  '/account',
  '/account/login',
  '/account/login/:email',
  ...['', '/select-role', '/select-role/:email', '/select-url', '/select-profile-picture'].map(
    (step) => `/signup${step}`,
  ),
  ...['/about-yourself', '/OTP-verification'].map((step) => `/signup${step}`),
  ...[
    'email-verification',
    'email-verification-success',
    'confirmed',
    'not-me',
    'reset-password',
    'unsubscribe',
  ].map((page) => `/authentication/${page}`),
  '/admin',
  '/admin/books',
  '/dashboard',
  ...['explore', 'insights', 'notification', 'goals-overview', 'payment-setting2', 'account-setting'].map(
    (page) => `/dashboard/${page}`,
  ),
  ...['payment-success/:sessionId', 'payment-failure', 'receipt'].map((page) => `/dashboard/${page}`),
  ...settings.flatMap((page) => [`/${page}`, `/dashboard/${page}`]),
  '/dashboard/Integrations-setting',
  '/dashboard/donothon-timer-setting',
  '/dashboard/control-panel',
  ...['share', 'studio', 'alert-style', 'widgets', 'moderation'].map((page) => `/dashboard/${page}`),
  '/control-panel',
  '/control-panel/invite',
  ...['', '/total-earnings', '/current-goals'].map((page) => `/user/:username${page}`),
  ...['current-goals', 'completed-goals', 'fund-goal'].map((list) => `/user/:username/${list}/:goaluuid`),
  '/:username/user/:useruid',
]

const pattern = new RegExp(
  `^(?:${pages.map((page) => page.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')).join('|')})/?$`,
  'i',
)

/** Returns whether a path is the address of a page, without asking whether what it names exists. */
export function isSitePath(path: string): boolean {
  return pattern.test(path)
}
