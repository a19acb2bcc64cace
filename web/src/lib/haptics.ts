/** How each outcome feels, in milliseconds of vibration and pause. */
const patterns = { done: [25], alarm: [70, 50, 70], failed: [30, 40, 30, 40, 30] }

/**
 * Makes the device vibrate, if it can and the page has been touched
 * (https://developer.mozilla.org/docs/Web/API/Navigator/vibrate). iPhones and computers do nothing.
 */
export function vibrate(outcome: keyof typeof patterns): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate(patterns[outcome])
}
