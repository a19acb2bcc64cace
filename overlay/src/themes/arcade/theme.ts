/** A panel of an old video game: a coin that turns, capitals, and a bar of blocks for the goal. */
import { find } from '../../dom.ts'
import celebrationCss from './celebration.css?inline'
import css from './arcade.css?inline'
import coin from './arcade.svg?raw'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'

const blocks = 10

export const theme: Theme = {
  css,
  draw({ progress }) {
    const drawn = document.createElement('div')
    drawn.className = 'cabinet'
    drawn.append(parseSvg(coin))
    if (progress) drawn.append(drawBlocks(progress.after))
    return drawn
  },
  celebration: {
    css: celebrationCss,
    draw: () => [...spread(10, () => createPiece('column')), ...spread(12, () => parseSvg(coin))],
  },
}

/** Draws ten blocks, of which as many are lit as tenths of the goal are reached, and at least one. */
function drawBlocks(progress: number): Element {
  const bar = document.createElement('div')
  bar.className = 'blocks'
  const lit = progress > 0 ? Math.max(1, Math.floor(Math.min(progress, 1) * blocks)) : 0
  for (let i = 0; i < blocks; i++) {
    bar.append(document.createElement('i'))
    if (i >= lit) continue
    const block = find(bar, `i:nth-child(${i + 1})`)
    block.className = 'lit'
    block.style.animationDelay = `${500 + i * 70}ms`
  }
  return bar
}
