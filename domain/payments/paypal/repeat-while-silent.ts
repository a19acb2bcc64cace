/** Repeats a call to PayPal whose response may have been lost. */

const repeatMs = 2_500

/**
 * Makes a call, and makes it a second time every 2.5 seconds while the first has no response. Returns the first result. Throws only
 * the first call's error, because PayPal may refuse a repeat just because the first is still in progress (409
 * PREVIOUS_REQUEST_IN_PROGRESS). The call must only read, or have the same PayPal-Request-Id each time.
 * https://developer.paypal.com/reference/guidelines/idempotency
 */
export async function repeatWhileSilent<T>(call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const repeated = new Promise<T>((resolve) => {
    timer = setInterval(() => call().then(resolve, () => {}), repeatMs)
  })
  return Promise.race([call(), repeated]).finally(() => clearInterval(timer))
}
