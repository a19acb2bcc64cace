/** A paper ticket: the tip is on the stub, with a ring that shows how far the goal is. */
import { find } from '../../dom.ts'
import celebrationCss from './celebration.css?inline'
import css from './ticket.css?inline'
import { createPiece, parseSvg, spread } from '../theme.ts'
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
  celebration: {
    css: celebrationCss,
    draw: () => [createPiece('half'), createPiece('half right'), ...spread(24, () => createPiece('scrap'))],
  },
}
