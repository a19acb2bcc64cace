// @ts-check
/**
 * The service worker. It shows push messages, and an offline page while there is no connection. It caches nothing else,
 * so that nobody sees an outdated amount.
 */
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))
const cacheName = 'offline-1'
const offlinePages = { en: '/offline.html', de: '/offline.de.html' }
/** The overlay pages, which get no offline page, because they reconnect by themselves. */
const overlays = ['/streamalerts', '/overlay', '/overlay/scene']

scope.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePages())
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldPages())
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || overlays.includes(new URL(request.url).pathname)) return
  event.respondWith(fetch(request).catch(showOfflinePage))
})

scope.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json()))
})

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

async function keepOfflinePages() {
  const cache = await caches.open(cacheName)
  await cache.addAll(Object.values(offlinePages))
  await scope.skipWaiting()
}

async function forgetOldPages() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await scope.clients.claim()
}

async function showOfflinePage() {
  const page = navigator.language.startsWith('de') ? offlinePages.de : offlinePages.en
  return (await caches.match(page)) ?? Response.error()
}

/**
 * @param {{ title: string, body: string, tag: string, url: string }} message As `domain/notifications/tip-push.ts`
 * writes it.
 */
async function show({ title, body, tag, url }) {
  const icon = '/icons/192.png'
  await scope.registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } })
}

/**
 * Focuses an open tab of the site, or opens a new one.
 * @param {string} url
 */
async function open(url) {
  const pages = await scope.clients.matchAll({ type: 'window' })
  const page = pages.find((one) => 'navigate' in one)
  if (!page) return void (await scope.clients.openWindow(url))
  await page.navigate(url)
  await page.focus()
}
