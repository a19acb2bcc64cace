/** What a document does once its page is shown. Nothing waits for this code. */

/** The part of `window.trustedTypes` that we use. https://developer.mozilla.org/en-US/docs/Web/API/TrustedTypePolicyFactory */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (input: string) => string }
}

registerServiceWorker()
if (window.history.state?.toasts)
  void import('../carried-toasts.ts').then((carried) => carried.showCarriedToasts())

/** Registers the service worker after the page has loaded. The site works without it. */
function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = () => {
    navigator.serviceWorker.register(workerUrl()).catch((error: Error) => console.info(error.message))
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

/** Returns the worker's address; where the content policy demands trusted ones, as such. */
function workerUrl(): string {
  const url = '/service-worker.js'
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: () => url }).createScriptURL('') ?? url
  )
}
