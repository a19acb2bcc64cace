/** A sign of neon tubes: a glass, in which as many tubes are lit as fifths of the goal are reached. */
import celebrationCss from './celebration.css?inline'
import css from './neon.css?inline'
import glass from './neon.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = {
  css,
  draw({ progress }) {
    const sign = parseSvg(glass)
    const tubes = [...sign.querySelectorAll<SVGElement>('.tube')]
    const lit = progress ? Math.ceil(Math.min(progress.after, 1) * tubes.length) : tubes.length
    for (const [i, tube] of tubes.entries()) {
      tube.classList.toggle('lit', i < lit)
      tube.style.animationDelay = `${700 + i * 120}ms`
    }
    return sign
  },
  celebration: {
    css: celebrationCss,
    draw: () => [
      createPiece('night'),
      ...spread(6, () => createPiece('arch')),
      ...spread(7, () => parseSvg(glass)),
    ],
  },
}
