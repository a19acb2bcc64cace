import { useEffect } from 'react'

/**
 * Shows a number on the icon of the installed app, and nothing for 0. Safari does so only with the permission to show notifications
 * (https://webkit.org/blog/14112/badging-for-home-screen-web-apps/); Android's Chrome shows its own dot for notifications instead.
 */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    shown.catch(() => {}) // refused; the number is in the header as well
  }, [count])
}
