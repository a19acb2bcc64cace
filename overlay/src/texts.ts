/**
 * The overlay pages' texts with values, in the creator's language; texts without values are in the HTML. They are not in the
 * message catalogue, because its runtime code would take 2.4 KB of the 16 KB that an overlay may load.
 */
export const sum = (received: string, amount: string) => `${received} / ${amount}`
export const over = (amounts: string, percent: number) => `${amounts} · ${percent} %`
