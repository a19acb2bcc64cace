/** Registers the service worker after the page has loaded. The site works without it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = () => {
    navigator.serviceWorker
      .register('/service-worker.js')
      .catch((error: Error) => console.info(error.message))
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
