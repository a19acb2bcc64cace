/** Contains the part of PayPal's browser script that opens its window, as text like `sdk-script.ts`. */

/** A function expression that returns `openWindow`, `showVeil`, and the helper with which both draw. */
export const sdkWindow = String.raw`function () {
  function element(tag, properties, style, children) {
    const node = Object.assign(document.createElement(tag), properties)
    Object.assign(node.style, style)
    node.append(...(children || []))
    return node
  }

  /** Returns null where the browser opens none. */
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

  return { element, openWindow, showVeil }
}`
