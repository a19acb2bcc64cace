/** Contains the stand-in for PayPal's browser script, as text because it is served unchanged and never bundled or run here. */
import { sdkWindow } from './sdk-window.ts'

/**
 * A function expression that the route `/web-sdk/v6/core` calls with a configuration. It uses only the DOM. The names are those of the
 * types of `@paypal/paypal-js/sdk-v6`, of which it has what a shop needs for one-time payments with PayPal's button; whatever else a shop
 * asks for is refused. The errors have PayPal's form (`PayPalError`).
 */
export const sdkScript = String.raw`function (config) {
  'use strict'
  const script = document.currentScript
  const namespace = (script && script.getAttribute('data-namespace')) || 'paypal'

  function fault(code, message, isRecoverable) {
    return Object.assign(new Error(message), { name: 'PayPalError', code, isRecoverable: isRecoverable === true })
  }

  /** Throws if an object has a key that PayPal does not document. */
  function requireKnown(what, object, known) {
    if (typeof object !== 'object' || object === null) throw fault('ERR_INVALID_OPTIONS', what + ': expected an object')
    const unknown = Object.keys(object).find((key) => !known.includes(key))
    if (unknown) throw fault('ERR_INVALID_OPTIONS', what + ': unknown option ' + unknown)
  }

  async function lookUp(params) {
    const address = new URL(config.web + '/web-sdk/v6/look-up')
    for (const name of Object.keys(params)) if (params[name]) address.searchParams.set(name, params[name])
    const response = await fetch(address.href)
    const answer = await response.json()
    if (!response.ok) throw fault('ERR_INVALID_OPTIONS', answer.message)
    return answer
  }

  const { openWindow, showVeil, element } = (${sdkWindow})()

  const instanceOptions = ['clientId', 'clientMetadataId', 'components', 'locale', 'merchantId', 'pageType', 'partnerAttributionId',
    'shopperSessionId', 'testBuyerCountry']
  const pageTypes = ['cart', 'checkout', 'home', 'mini-cart', 'product-details', 'product-listing', 'search-results']

  async function createInstance(options) {
    requireKnown('createInstance', options, instanceOptions)
    const { clientId, components, pageType } = options
    if (!clientId) throw fault('ERR_INVALID_OPTIONS', 'createInstance: clientId is missing')
    if (!Array.isArray(components) || components.length === 0) throw fault('ERR_INVALID_OPTIONS', 'createInstance: components are missing')
    const other = components.find((name) => name !== 'paypal-payments')
    if (other) throw fault('ERR_INVALID_OPTIONS', 'createInstance: the sandbox has no component ' + other)
    if (pageType !== undefined && !pageTypes.includes(pageType)) throw fault('ERR_INVALID_OPTIONS', 'createInstance: unknown pageType ' + pageType)
    const merchantId = [].concat(options.merchantId || []).join(',')
    await lookUp({ clientId, merchantId })
    defineButton()
    return {
      updateLocale() {},
      async findEligibleMethods(wanted = {}) {
        requireKnown('findEligibleMethods', wanted, ['amount', 'countryCode', 'currencyCode', 'paymentFlow'])
        const { isEligible } = await lookUp({ clientId, merchantId, currencyCode: wanted.currencyCode || 'USD' })
        return { isEligible: (method) => isEligible && method === 'paypal', getDetails: () => ({ canBeVaulted: false }) }
      },
      createPayPalOneTimePaymentSession: (callbacks) => createSession({ clientId, merchantId }, callbacks),
    }
  }

  const sessionOptions = ['commit', 'onApprove', 'onCancel', 'onComplete', 'onError', 'orderId', 'savePayment', 'testBuyerCountry']

  function createSession(keys, callbacks) {
    requireKnown('createPayPalOneTimePaymentSession', callbacks, sessionOptions)
    if (typeof callbacks.onApprove !== 'function') throw fault('ERR_INVALID_OPTIONS', 'onApprove is missing')
    const origin = new URL(config.web).origin
    let current = null
    let isDestroyed = false

    function call(name, value) {
      return typeof callbacks[name] === 'function' ? callbacks[name](value) : undefined
    }

    function end(state) {
      const ended = current
      current = null
      if (!ended) return
      clearInterval(ended.timer)
      window.removeEventListener('message', ended.listen)
      if (ended.veil) ended.veil.remove()
      if (!ended.popup.closed) ended.popup.close()
      if (state) call('onComplete', { paymentSessionState: state })
    }

    function cancel() {
      if (!current) return
      const { orderId } = current
      end('canceled')
      call('onCancel', { orderId })
    }

    function fail(error) {
      end('error')
      call('onError', error)
    }

    async function approve(orderId, payerId) {
      end('approved')
      try {
        await callbacks.onApprove({ fundingSource: 'paypal', orderId, payerId })
      } catch (error) {
        call('onError', error)
      }
    }

    function listen(event) {
      if (!current || event.origin !== origin || event.source !== current.popup) return
      const message = event.data
      if (!message || message.source !== 'paypal-sandbox') return
      if (message.type === 'cancel') return cancel()
      if (message.type === 'approve' && message.orderID === current.orderId) return void approve(message.orderID, message.payerID)
      if (message.type === 'error') fail(fault('ERR_ORDER', message.message))
    }

    /** Cancels when the window is closed, unless a message from it arrives within 600 ms. */
    function watch() {
      let closedSince = 0
      return setInterval(() => {
        if (!current || !current.popup.closed) return void (closedSince = 0)
        closedSince = closedSince || Date.now()
        if (Date.now() - closedSince > 600) cancel()
      }, 100)
    }

    function checkoutAddress(orderId, opener) {
      const address = new URL(config.web + '/checkoutnow')
      const params = { token: orderId, opener, ...keys }
      for (const name of Object.keys(params)) if (params[name]) address.searchParams.set(name, params[name])
      return address.href
    }

    async function orderOf(promise) {
      const order = await promise
      const orderId = order && order.orderId
      if (typeof orderId !== 'string' || !orderId) throw fault('ERR_INVALID_OPTIONS', 'Expected a promise of an orderId')
      return orderId
    }

    /** Opens the window inside the click, where browsers allow it. Its address is known only later. */
    async function startInWindow(promise, hasOverlay) {
      if (current) return current.popup.focus()
      const popup = openWindow()
      if (!popup) throw fault('ERR_DEV_UNABLE_TO_OPEN_POPUP', 'unable to open popup', true)
      const mine = (current = { popup, listen, timer: watch() })
      window.addEventListener('message', listen)
      if (hasOverlay) mine.veil = showVeil(() => popup.focus(), cancel)
      try {
        mine.orderId = await orderOf(promise)
      } catch (error) {
        if (current === mine) fail(error)
        throw error
      }
      if (current === mine) popup.location = checkoutAddress(mine.orderId, location.origin)
    }

    async function startInPlace(promise, leaves) {
      const redirectURL = checkoutAddress(await orderOf(promise))
      if (leaves) location.assign(redirectURL)
      return { redirectURL }
    }

    return {
      async start(options, promise) {
        requireKnown('start', options, ['presentationMode', 'fullPageOverlay', 'autoRedirect'])
        if (isDestroyed) throw fault('ERR_SESSION', 'the session is destroyed')
        const { presentationMode: mode, fullPageOverlay: overlay, autoRedirect } = options
        if (mode === 'popup') return startInWindow(promise, !overlay || overlay.enabled)
        if (mode === 'redirect') return startInPlace(promise, !autoRedirect || autoRedirect.enabled)
        throw fault('ERR_INVALID_OPTIONS', 'the sandbox has no presentationMode ' + mode)
      },
      cancel,
      destroy() {
        isDestroyed = true
        end()
      },
    }
  }

  /** Defines PayPal's button. Like the real one it only looks so: the shop listens to its clicks. */
  function defineButton() {
    if (customElements.get('paypal-button')) return
    customElements.define('paypal-button', class extends HTMLElement {
      connectedCallback() {
        if (this.shadowRoot) return
        const word = element('span', { textContent: 'PayPal' }, { display: 'block', fontStyle: 'italic', fontWeight: '800', color: '#003087' })
        // inside the button, so that the stand-in takes as much room as PayPal's own
        const note = element('small', { textContent: 'sandbox: no real money' }, { fontSize: '11px', color: '#1a1f36' })
        const button = element('button', { type: 'button', ariaLabel: 'PayPal' }, {
          display: 'block', width: '100%', height: '52px', borderRadius: '999px', border: '0', background: '#ffc439', cursor: 'pointer',
          font: '18px system-ui, sans-serif',
        }, [word, note])
        button.addEventListener('click', (event) => {
          if (this.hasAttribute('disabled')) event.stopPropagation()
        })
        this.attachShadow({ mode: 'open', delegatesFocus: true }).append(button)
      }
    })
  }

  window[namespace] = { version: '6.0.0', createInstance }
}`
