/**
 * The few words that the overlay pages put together; what never changes stands in the pages. The message catalogue's
 * run-time costs 2.4 KB of the 16 KB that an overlay may weigh, and what stands on a stream is in the creator's language,
 * not in that of the machine that draws it.
 */

export const tip = '{name} tipped {amount}'
export const towards = 'towards {goal}. Thank you!'
export const thanks = 'Thank you!'
export const funded = '{goal} was just fully funded!'
export const filled = '{name} filled it to the brim. Thank you!'
export const message = '{message}'
export const quoted = (words: string) => `“${words}”`
export const percent = (percent: number) => `${percent}\u00a0%`
export const sum = (received: string, amount: string) => `${received} / ${amount}`
export const over = (amounts: string, percent: number) => `${amounts} · ${percent} %`
