/** A paper ticket: the tip is on the stub, with a ring that shows how far the goal is. */
import { find } from '../../dom.ts'
import css from './ticket.css?inline'
import { parseSvg } from '../theme.ts'
import type { Theme } from '../theme.ts'
import stamp from './ticket.svg?raw'

export const theme: Theme = {
  css,
  draw({ progress }) {
    const drawn = parseSvg(stamp)
    const ring = find(drawn, '.ring')
    if (progress) ring.style.strokeDasharray = `${Math.min(progress.after, 1) * 100} 100`
    else ring.remove()
    return drawn
  },
}
