/** Contains the stand-in for Stripe's browser script, as text because it is served unchanged and never bundled or run here. */

/**
 * A function expression that the route `/stripe/js` calls with a configuration. It uses only the DOM. It has Elements with the Express
 * Checkout Element: https://docs.stripe.com/js/elements_object/create_express_checkout_element. Calls in a wrong order, and options that
 * the product does not use, throw as Stripe's IntegrationError does.
 */
export const elementsScript = String.raw`function (config) {
  'use strict'
  const labels = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
  const optionNames = { apple_pay: 'applePay', google_pay: 'googlePay' }
  const others = ['link', 'paypal', 'amazonPay', 'klarna']

  function fail(message) {
    throw Object.assign(new Error(message), { name: 'IntegrationError' })
  }

  function requireKeys(what, value, allowed) {
    if (typeof value !== 'object' || value === null) fail('Invalid value for ' + what + ': it should be an object.')
    for (const name of Object.keys(value)) if (!allowed.includes(name)) fail('Unknown option in ' + what + ': ' + name + '.')
  }

  function element(tag, properties, style, children) {
    const node = Object.assign(document.createElement(tag), properties)
    Object.assign(node.style, style)
    node.append(...(children || []))
    return node
  }

  /** Stripe's own API is unreachable if this rejects; the script reports that as an error of the type api_connection_error. */
  async function post(path, values) {
    try {
      const response = await fetch(config.api + path, { method: 'POST', body: new URLSearchParams(values) })
      if (!response.ok) throw new Error('status ' + response.status)
      return await response.json()
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not connect to Stripe. Check your connection and try again.' } }
    }
  }

  function format(amount, currency) {
    const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 10 ** digits)
  }

  const boxed = { border: '0', borderRadius: '10px', padding: '12px', font: '600 16px system-ui, sans-serif', cursor: 'pointer' }

  function openDialog(label, children) {
    const panel = element('div', {}, {
      display: 'grid', gap: '12px', width: 'min(20rem, 90vw)', padding: '20px', borderRadius: '16px',
      background: '#fff', color: '#1a1f36', font: '16px system-ui, sans-serif',
    }, children)
    const veil = element('div', { role: 'dialog', ariaModal: 'true', ariaLabel: label }, {
      position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid', placeContent: 'center', background: 'rgba(0, 0, 0, .6)',
    }, [panel])
    document.body.append(veil)
    return veil
  }

  function button(text, isPrimary, onclick) {
    const colours = isPrimary ? { background: '#1a1f36', color: '#fff' } : { background: '#e9ecf3', color: '#1a1f36' }
    return element('button', { type: 'button', textContent: text, onclick }, { ...boxed, ...colours })
  }

  /** The bank's question to the cardholder (3-D Secure), which Stripe shows in a frame over the page. */
  function askBank() {
    return new Promise((resolve) => {
      const end = (answer) => () => { veil.remove(); resolve(answer) }
      const veil = openDialog('Confirm this payment', [
        element('p', { textContent: 'Your bank wants to confirm that it is you (3-D Secure).' }, { margin: '0' }),
        button('Complete authentication', true, end('passed')),
        button('Fail authentication', false, end('failed')),
      ])
    })
  }

  /** The wallet's own sheet, on which the supporter chooses a card and confirms. */
  function openSheet(wallet, group, onPay, onClose) {
    const card = element('select', { ariaLabel: 'Card' }, { padding: '10px', font: 'inherit' },
      config.cards.map(({ number, label }) => element('option', { value: number, textContent: '•••• ' + number.slice(-4) + ': ' + label })))
    const note = element('p', { role: 'alert' }, { margin: '0', color: '#b3123a' })
    const pay = button('Pay', true, () => { pay.disabled = true; note.textContent = ''; onPay(card.value) })
    const veil = openDialog(labels[wallet], [
      element('strong', { textContent: labels[wallet] }),
      element('span', { className: 'amount', textContent: format(group.amount, group.currency) }, { fontSize: '28px' }),
      card,
      note,
      pay,
      button('Close', false, () => { veil.remove(); onClose() }),
      element('small', { textContent: 'A Stripe stand-in: no real money moves.' }),
    ])
    return {
      close: () => veil.remove(),
      refuse(message) {
        pay.disabled = false
        note.textContent = message || 'The payment was not completed.'
      },
    }
  }

  const elementOptions = ['buttonHeight', 'buttonTheme', 'buttonType', 'layout', 'paymentMethods', 'paymentMethodOrder',
    'emailRequired', 'phoneNumberRequired', 'billingAddressRequired', 'business']
  /** Without any of these, the element asks the wallet for the billing address unless it is told not to. */
  const withoutAddress = ['phoneNumberRequired', 'emailRequired', 'business']

  function createExpressCheckout(shop, group, options) {
    requireKeys('elements.create()', options, elementOptions)
    const { buttonHeight = 44, buttonTheme = {}, paymentMethods = {}, layout = {} } = options
    const { billingAddressRequired = !withoutAddress.some((name) => name in options) } = options
    requireKeys('paymentMethods', paymentMethods, [...others, ...Object.values(optionNames)])
    requireKeys('layout', layout, ['maxColumns', 'maxRows', 'overflow'])
    requireKeys('buttonTheme', buttonTheme, [...others, ...Object.values(optionNames)])
    const colours = (wallet) => (buttonTheme[optionNames[wallet]] === 'white' ? { background: '#fff', color: '#000' } : { background: '#000', color: '#fff' })
    if (buttonHeight < 40 || buttonHeight > 55) fail('Invalid value for buttonHeight: it should be between 40 and 55 pixels.')
    const handlers = {}
    let root = null
    let isDestroyed = false

    function emit(name, event) {
      for (const handler of [...(handlers[name] || [])]) handler({ elementType: 'expressCheckout', ...event })
    }

    function cancel() {
      group.confirming = null
      emit('cancel', {})
    }

    function confirm(wallet, number, sheet) {
      if (!handlers.confirm) fail('The Express Checkout Element needs a handler of its confirm event.')
      group.confirming = { wallet, number, sheet, givesAddress: billingAddressRequired }
      const address = billingAddressRequired ? config.address : { ...config.address, line1: '', city: '', postal_code: '' }
      emit('confirm', {
        expressPaymentType: wallet,
        billingDetails: { name: 'Alex Fan', address },
        paymentFailed: ({ message } = {}) => { group.confirming = null; sheet.refuse(message) },
      })
    }

    function click(wallet) {
      if (group.sheet) return
      let isAnswered = false
      const answer = (isWanted) => () => {
        if (isAnswered) return
        isAnswered = true
        if (!isWanted || isDestroyed) return
        group.isSubmitted = false
        const end = () => { group.sheet = null; cancel() }
        const sheet = openSheet(wallet, group, (number) => confirm(wallet, number, sheet), end)
        group.sheet = sheet
      }
      if (!handlers.click) return answer(true)()
      emit('click', { expressPaymentType: wallet, resolve: answer(true), reject: answer(false) })
      setTimeout(() => {
        if (!isAnswered) console.error('The click event was not resolved within 1 second.')
        isAnswered = true
      }, 1000)
    }

    function draw(wallets) {
      if (!root) return
      const columns = Math.min(wallets.length, layout.maxColumns || wallets.length)
      root.replaceChildren(...(wallets.length === 0 ? [] : [
        element('div', {}, { display: 'grid', gap: '8px', gridTemplateColumns: 'repeat(' + columns + ', 1fr)' },
          wallets.map((wallet) => element('button', { type: 'button', ariaLabel: labels[wallet], textContent: labels[wallet], onclick: () => click(wallet) },
            { height: buttonHeight + 'px', border: '1px solid #747775', borderRadius: group.radius, ...colours(wallet), font: '600 17px system-ui, sans-serif', cursor: 'pointer' }))),
      ]))
    }

    async function load() {
      const { wallets: all, error } = await post('/session', { key: shop.key, account: shop.account, host: location.hostname })
      if (isDestroyed) return
      if (error) return emit('loaderror', { error })
      const wallets = all.filter((wallet) => paymentMethods[optionNames[wallet]] !== 'never')
      draw(wallets)
      const isOffered = (name) => wallets.some((wallet) => optionNames[wallet] === name)
      const names = [...Object.values(optionNames), ...others]
      const by = (value) => (wallets.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, value(name)])))
      emit('ready', { availablePaymentMethods: by(isOffered) })
      emit('availablepaymentmethodschange', { paymentMethods: by((name) => ({ available: isOffered(name) })) })
    }

    const events = ['ready', 'availablepaymentmethodschange', 'click', 'confirm', 'cancel', 'loaderror', 'focus', 'blur', 'escape']
    const self = {
      on(name, handler) {
        if (!events.includes(name)) fail('Unknown event: ' + name + '.')
        ;(handlers[name] = handlers[name] || []).push(handler)
        return self
      },
      mount(target) {
        const node = typeof target === 'string' ? document.querySelector(target) : target
        if (isDestroyed) fail('This Element has already been destroyed. Please create a new one.')
        if (!node) fail('The selector you specified (' + target + ') applies to no DOM elements that are currently on the page.')
        if (root) return
        root = node
        root.classList.add('StripeElement')
        void load()
      },
      update: (changed) => requireKeys('element.update()', changed, elementOptions),
      unmount() {
        if (root) root.replaceChildren()
        root = null
      },
      destroy() {
        self.unmount()
        isDestroyed = true
        group.hasElement = false
        if (group.sheet) group.sheet.close()
        group.sheet = null
      },
    }
    return self
  }

  function requireMoney({ amount, currency }) {
    if (!Number.isInteger(amount) || amount <= 0) fail('Invalid value for elements(): amount must be a positive integer, in minor units.')
    if (!/^[a-z]{3}$/.test(currency || '')) fail('Invalid value for elements(): currency must be a code of three lower-case letters.')
  }

  function createElements(shop, options) {
    requireKeys('elements()', options, ['mode', 'amount', 'currency', 'allowedPaymentMethodTypes', 'appearance', 'locale', 'clientSecret', 'loader'])
    if (options.clientSecret) fail('This sandbox has no Elements with a client secret: pass a mode.')
    if (options.mode !== 'payment') fail('Invalid value for elements(): pass a clientSecret, or a mode with an amount and a currency.')
    requireMoney(options)
    const { amount, currency, appearance = {} } = options
    const radius = (appearance.variables || {}).borderRadius || '4px'
    const group = { amount, currency, radius, sheet: null, confirming: null, isSubmitted: false, hasElement: false }
    return {
      group,
      create(type, settings = {}) {
        if (type !== 'expressCheckout') fail('This sandbox has only the Express Checkout Element.')
        if (group.hasElement) fail('Can only create one Element of type expressCheckout.')
        group.hasElement = true
        return createExpressCheckout(shop, group, settings)
      },
      async update(changed) {
        requireKeys('elements.update()', changed, ['amount', 'currency'])
        const next = { amount: group.amount, currency: group.currency, ...changed }
        requireMoney(next)
        Object.assign(group, next)
      },
      async submit() {
        if (!group.hasElement) fail('elements.submit() needs an Element that is mounted.')
        group.isSubmitted = true
        return {}
      },
    }
  }

  async function confirmPayment(shop, given) {
    requireKeys('confirmPayment()', given, ['elements', 'clientSecret', 'confirmParams', 'redirect'])
    const { elements, clientSecret, confirmParams = {}, redirect = 'always' } = given
    const { group } = elements || fail('confirmPayment() needs elements.')
    if (typeof clientSecret !== 'string' || !clientSecret.includes('_secret_')) fail('Invalid value for confirmPayment(): clientSecret.')
    if (!group.confirming) fail('Element confirming payment is "expressCheckout", but stripe.confirmPayment() was not called within the "confirm" event. Please call stripe.confirmPayment() in the "confirm" event (https://stripe.com/docs/js/elements_object/express_checkout_element_confirm_event)')
    if (!group.isSubmitted) fail('Your code must call elements.submit() prior to stripe.confirmPayment().')
    if (!/^https?:/.test(confirmParams.return_url || '')) fail('confirmPayment() needs confirmParams.return_url.')
    const { wallet, number, sheet, givesAddress } = group.confirming
    const { key, account } = shop
    const ask = (authentication) => post('/confirm', { key, account, clientSecret, wallet, number, amount: group.amount, currency: group.currency, authentication, givesAddress })
    let answer = await ask('')
    sheet.close()
    if (answer.challenge) answer = await ask(await askBank())
    Object.assign(group, { sheet: null, confirming: null, isSubmitted: false })
    if (!answer.paymentIntent || redirect !== 'always') return answer
    location.assign(confirmParams.return_url)
    return new Promise(() => {})
  }

  window.Stripe = function (key, options = {}) {
    if (typeof key !== 'string' || key === '') fail('Please call Stripe() with your publishable key. You used an empty string.')
    if (!key.startsWith('pk_')) fail('You should not use your secret key with Stripe.js. Please pass a publishable key instead.')
    requireKeys('Stripe()', options, ['stripeAccount', 'locale', 'apiVersion'])
    const shop = { key, account: options.stripeAccount }
    return {
      elements: (given = {}) => createElements(shop, given),
      confirmPayment: (given) => confirmPayment(shop, given),
    }
  }
}`
