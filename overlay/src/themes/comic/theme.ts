/** A panel of a comic: a burst with the sum, whose inner star grows as the goal does. */
import celebrationCss from './celebration.css?inline'
import css from './comic.css?inline'
import burst from './comic.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = {
  css,
  draw: () => parseSvg(burst),
  celebration: {
    css: celebrationCss,
    draw: () => [createPiece('rays'), createPiece('dots'), ...spread(9, () => parseSvg(burst))],
  },
}
