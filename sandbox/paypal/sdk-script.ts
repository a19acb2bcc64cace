/** Contains the stand-in for PayPal's browser script, as text because it is served unchanged and never bundled or run here. */

/** A function expression that the route `/sdk/js` calls with a configuration. It uses only the DOM. */
export const sdkScript = String.raw`function (config) {
  'use strict'
  const script = document.currentScript
  const namespace = (script && script.getAttribute('data-namespace')) || 'paypal'
  const manyMerchants = (script && script.getAttribute('data-merchant-id')) || ''
  const merchantId = config.merchantId === '*' ? manyMerchants : config.merchantId
  const origin = new URL(config.web).origin
  const funding = { PAYPAL: 'paypal', CARD: 'card', PAYLATER: 'paylater', VENMO: 'venmo', CREDIT: 'credit' }

  function element(tag, properties, style, children) {
    const node = Object.assign(document.createElement(tag), properties)
    Object.assign(node.style, style)
    node.append(...(children || []))
    return node
  }

  function openWindow() {
    const left = Math.max(0, (screen.width - 500) / 2)
    const popup = window.open('', 'paypal_sandbox_' + Date.now(), 'popup,width=500,height=720,left=' + left)
    try {
      if (popup) popup.document.title = 'PayPal'
    } catch {
      // The window already belongs to another origin. Navigating it still works.
    }
    return popup
  }

  function checkoutAddress(orderID) {
    const address = new URL(config.web + '/checkoutnow')
    const { clientId, currency, intent } = config
const params = { token: orderID, opener: location.origin, clientId, merchantId, currency, intent }
    for (const name of Object.keys(params)) if (params[name]) address.searchParams.set(name, params[name])
    return address.href
  }

  /** Covers the shop while the other window is open, with buttons that focus that window or cancel. */
  function showVeil(onContinue, onClose) {
    const plain = { font: '16px system-ui, sans-serif', color: '#fff', background: 'none', border: '0', cursor: 'pointer' }
    const close = element('button', { type: 'button', ariaLabel: 'Close PayPal Checkout', textContent: '×', onclick: onClose },
      { ...plain, position: 'absolute', top: '1rem', right: '1.5rem', fontSize: '2rem' })
    const text = element('p', { textContent: 'Don’t see the secure PayPal browser? We’ll help you re-launch the window to complete your purchase.' },
      { maxWidth: '24rem' })
    const go = element('button', { type: 'button', textContent: 'Click to Continue', onclick: onContinue },
      { ...plain, textDecoration: 'underline' })
    const veil = element('div', { role: 'dialog', ariaLabel: 'PayPal Checkout' }, {
      position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid', placeContent: 'center', justifyItems: 'center',
      textAlign: 'center', background: 'rgba(0, 0, 0, .75)', color: '#fff', font: '16px system-ui, sans-serif',
    }, [close, text, go])
    document.body.append(veil)
    return veil
  }

  function Buttons(options) {
    if (typeof options !== 'object' || options === null) throw new Error('Expected props to be passed to Buttons')
    if (typeof options.createOrder !== 'function') throw new Error('Must pass createOrder with intent=' + config.intent)
    const props = { ...options }
    let isEnabled = true
    let session = null
    let root = null

    function call(name, ...values) {
      return typeof props[name] === 'function' ? props[name](...values) : undefined
    }

    function fail(error) {
      const wrapped = error instanceof Error ? error : new Error(String(error))
      if (typeof props.onError !== 'function') return setTimeout(() => { throw wrapped })
      props.onError(wrapped)
    }

    function end(ended) {
      if (session === ended) session = null
      ended.isOver = true
      clearInterval(ended.timer)
      window.removeEventListener('message', ended.listen)
      if (ended.veil) ended.veil.remove()
      if (ended.popup && !ended.popup.closed) ended.popup.close()
    }

    function cancel(current) {
      if (current.isOver) return
      end(current)
      call('onCancel', { orderID: current.orderID }, { redirect: (url) => location.assign(url) })
    }

    async function approve(current, payerID) {
      end(current)
      const orderID = current.orderID
      const data = { orderID, payerID, paymentID: null, billingToken: null, facilitatorAccessToken: null, paymentSource: 'paypal' }
      const actions = { restart: () => begin(orderID), redirect: (url) => location.assign(url) }
      try {
        await call('onApprove', data, actions)
      } catch (error) {
        fail(error)
      }
    }

    function listenTo(current) {
      return function (event) {
        if (event.origin !== origin || event.source !== current.popup) return
        const message = event.data
        if (!message || message.source !== 'paypal-sandbox' || current.isOver) return
        if (message.type === 'cancel') return cancel(current)
        if (message.type === 'approve' && message.orderID === current.orderID) return void approve(current, message.payerID)
        if (message.type === 'error') {
          end(current)
          fail(new Error(message.message))
        }
      }
    }

    /** Cancels when the window is closed, unless a message from it arrives within 600 ms. */
    function watch(current) {
      let closedSince = 0
      current.timer = setInterval(() => {
        if (!current.popup || !current.popup.closed) return void (closedSince = 0)
        closedSince = closedSince || Date.now()
        if (Date.now() - closedSince > 600) cancel(current)
      }, 100)
    }

    function relaunch(current) {
      if (current.popup && !current.popup.closed) return current.popup.focus()
      current.popup = openWindow()
      if (current.popup && current.orderID) current.popup.location = checkoutAddress(current.orderID)
    }

    /** Opens the window inside the click, where browsers allow it. Its address is known only later. */
    function begin(orderID) {
      const current = { popup: openWindow(), orderID }
      session = current
      current.listen = listenTo(current)
      window.addEventListener('message', current.listen)
      current.veil = showVeil(() => relaunch(current), () => cancel(current))
      watch(current)
      if (orderID && current.popup) current.popup.location = checkoutAddress(orderID)
      return current
    }

    async function isAllowed(data) {
      let isRejected = false
      const actions = { resolve: async () => {}, reject: async () => { isRejected = true } }
      const answer = await call('onClick', data, actions)
      return !isRejected && answer !== false
    }

    async function click() {
      const data = { fundingSource: 'paypal' }
      if (session) return relaunch(session)
      if (!isEnabled) return void isAllowed(data).catch(fail)
      const current = begin()
      try {
        if (!(await isAllowed(data))) return end(current)
        const orderID = await props.createOrder({ paymentSource: 'paypal' }, {})
        if (typeof orderID !== 'string' || !orderID) throw new Error('Expected an order id to be passed')
        current.orderID = orderID
        if (!current.isOver && current.popup) current.popup.location = checkoutAddress(orderID)
      } catch (error) {
        if (current.isOver) return
        end(current)
        fail(error)
      }
    }

    function draw() {
      const style = props.style || {}
      const word = element('span', { textContent: 'PayPal' }, { display: 'block', fontStyle: 'italic', fontWeight: '800', color: '#003087' })
      // inside the button, so that the stand-in takes as much room as PayPal's own
      const note = element('small', { textContent: 'sandbox: no real money' }, { fontSize: '11px', color: '#1a1f36' })
      const radius = { pill: '999px', sharp: '0' }[style.shape] || '4px'
      const button = element('button', { type: 'button', ariaLabel: 'PayPal', onclick: () => void click() }, {
        display: 'block', width: '100%', height: (style.height || 45) + 'px', borderRadius: radius, border: '0',
        background: '#ffc439', cursor: 'pointer', font: '18px system-ui, sans-serif',
      }, [word, note])
      const node = element('div', { className: 'paypal-buttons' }, { minWidth: '150px', maxWidth: style.disableMaxWidth ? '' : '750px' }, [button])
      node.setAttribute('data-paypal-sandbox', 'buttons')
      return node
    }

    return {
      isEligible: () => !props.fundingSource || props.fundingSource === funding.PAYPAL,
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target
        if (!container) throw new Error('Document is ready and element ' + target + ' does not exist')
        root = draw()
        // as PayPal's own buttons, which can come a second or two after the script has loaded: https://github.com/paypal/react-paypal-js/issues/86
        await new Promise((resolve) => setTimeout(resolve, 150))
        if (!root) return
        container.append(root)
        const setEnabled = (is) => async () => {
          isEnabled = is
          if (root) root.firstElementChild.setAttribute('aria-disabled', String(!is))
        }
        call('onInit', { correlationID: 'sandbox' }, { enable: setEnabled(true), disable: setEnabled(false) })
      },
      async close() {
        if (session) end(session)
        if (root) root.remove()
        root = null
      },
      async updateProps(next) {
        Object.assign(props, next)
      },
      hasReturned: () => false,
      resume() {},
    }
  }

  window[namespace] = {
    version: '5.0.0-sandbox',
    FUNDING: funding,
    getFundingSources: () => [funding.PAYPAL],
    isFundingEligible: (source) => source === funding.PAYPAL,
    rememberFunding() {},
    ...(config.hasButtons && { Buttons }),
  }
}`
