/** A piece of sky: a hot-air balloon that is as high as the goal. */
import celebrationCss from './celebration.css?inline'
import css from './sky.css?inline'
import balloon from './sky.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = {
  css,
  draw: () => parseSvg(balloon),
  celebration: {
    css: celebrationCss,
    draw: () => [
      createPiece('air'),
      ...spread(4, () => createPiece('cloud')),
      ...spread(11, () => parseSvg(balloon)),
    ],
  },
}
