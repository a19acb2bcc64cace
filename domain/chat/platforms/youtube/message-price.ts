/**
 * Learns how many units of the daily quota a message costs. Google publishes no price, so the configured one is an assumption; when Google
 * refuses a call for the quota, the number of messages of that day shows what one really costs.
 */

/** A day on which the provider said that the quota is used up. */
export interface UsedUpDay {
  /** The units that we counted, and of how many a day has. */
  units: number
  budget: number
  /** How many messages were accepted. */
  messages: number
}

/** With fewer messages, a price cannot be told from other programs that use the same quota. */
const minMessages = 10
/** By how much a price may rise in one day, because other programs may have used the quota on that day. */
const maxFactor = 2
/** Which part of a learned surcharge is left after a day, so that a wrong lesson is forgotten in a week or two. */
const keptPerDay = 0.8

/**
 * Returns the price that fits a day, in units: higher than `price` if the quota was used up earlier than planned, lower if later. It is
 * never lower than the configured price.
 */
export function learnPrice(
  price: number,
  configured: number,
  { units, budget, messages }: UsedUpDay,
): number {
  if (messages < minMessages) return price
  const otherUnits = Math.max(units - messages * price, 0)
  const fitting = Math.floor(Math.max(budget - otherUnits, 0) / messages)
  return Math.min(Math.max(fitting, configured), price * maxFactor)
}

/** Returns a learned price some days later, which approaches the configured one. */
export function priceAfter(days: number, learned: number, configured: number): number {
  return configured + Math.floor(Math.max(learned - configured, 0) * keptPerDay ** Math.max(days, 0))
}
