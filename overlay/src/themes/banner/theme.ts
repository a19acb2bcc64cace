/** A lower third, as on television: a wide bar that unrolls, with a line along its edge for the goal. */
import celebrationCss from './celebration.css?inline'
import css from './banner.css?inline'
import badge from './banner.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = {
  css,
  draw: () => parseSvg(badge),
  celebration: {
    css: celebrationCss,
    draw: () => [...spread(6, () => createPiece('stripe')), ...spread(5, () => parseSvg(badge))],
  },
}
