/** A card in the shape of a leaf, with a flower: as many of its petals are open as eighths of the goal are reached. */
import celebrationCss from './celebration.css?inline'
import css from './bloom.css?inline'
import flower from './bloom.svg?raw'
import fallingPetal from './petal.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = {
  css,
  draw({ progress }) {
    const drawn = parseSvg(flower)
    const petals = [...drawn.querySelectorAll<SVGElement>('.petal')]
    const open = progress ? Math.floor(Math.min(progress.after, 1) * petals.length) : petals.length
    for (const [i, petal] of petals.entries()) {
      petal.classList.toggle('bud', i >= open)
      petal.style.animationDelay = `${500 + i * 90}ms`
    }
    return drawn
  },
  celebration: {
    css: celebrationCss,
    draw: () => [
      createPiece('meadow'),
      ...spread(6, () => parseSvg(flower)),
      ...spread(26, () => parseSvg(fallingPetal)),
    ],
  },
}
