import { vi } from 'vitest'

/** Replaces PayPal's script by a tag that loads and a fake button in the script's namespace. */
export function servePaypalScript(): void {
  const insert = document.head.insertBefore.bind(document.head)
  vi.spyOn(document.head, 'insertBefore').mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement) || !node.src.includes('paypal')) return insert(node, before)
    Object.assign(window, { [node.getAttribute('data-namespace') ?? 'paypal']: { Buttons: buildButton } })
    queueMicrotask(() => node.onload?.(new Event('load')))
    return node
  })
}

interface ButtonOptions {
  onInit: (data: object, actions: object) => void
  onClick: (data: object, actions: object) => Promise<void>
  createOrder: () => Promise<string>
  onApprove: (data: object, actions: object) => Promise<void>
  onError: (error: unknown) => void
}

function buildButton(options: ButtonOptions) {
  const button = document.createElement('button')
  button.textContent = 'PayPal'
  const restart = () => document.body.append('PayPal was started again')
  button.addEventListener('click', () => {
    options
      .createOrder()
      .then((orderID) => options.onApprove({ orderID }, { restart }))
      .catch(options.onError)
  })
  return {
    isEligible: () => true,
    render: async (into: HTMLElement) => {
      into.append(button)
      options.onInit({}, { enable: async () => undefined, disable: async () => undefined })
    },
    close: async () => button.remove(),
  }
}
