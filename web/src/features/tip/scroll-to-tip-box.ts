import { prefersReducedMotion } from '../../lib/media-query.ts'
/** Scrolls to the tip box and focuses its amount. */
export function scrollToTipBox(): void {
  const box = document.getElementById('tip')
  if (!box) return
  box.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  box.querySelector('input')?.focus({ preventScroll: true })
}
