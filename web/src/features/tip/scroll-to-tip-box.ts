/** Scrolls to the tip box and focuses its amount. */
export function scrollToTipBox(): void {
  const box = document.getElementById('tip')
  if (!box) return
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  box.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' })
  box.querySelector('input')?.focus({ preventScroll: true })
}
