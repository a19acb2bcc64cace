/** The standard theme: a glass that fills to the brim, or a drop for a tip without a goal. */
import { find, setMotion } from '../../dom.ts'
import { surfaceY, vesselHeight } from '../../goal-progress.ts'
import type { ProgressChange } from '../../goal-progress.ts'
import drop from './drop.svg?raw'
import celebrationCss from './celebration.css?inline'
import css from './liquid.css?inline'
import { createPiece, parseSvg, spread } from '../theme.ts'
import type { Theme } from '../theme.ts'
import vessel from './vessel.svg?raw'
import wave from './wave.svg?raw'

export const theme: Theme = {
  css,
  draw: ({ progress }) => (progress ? drawVessel(progress) : parseSvg(drop)),
  celebration: {
    css: celebrationCss,
    draw: () => [drawTide(), ...spread(14, () => createPiece('fizz'))],
  },
}

function drawVessel({ before, after }: ProgressChange): SVGElement {
  const glass = parseSvg(vessel)
  const surface = surfaceY(after)
  setMotion(glass, `${surfaceY(before)}px`, `${surface}px`)
  find(glass, '#liquid').setAttribute('y2', String(vesselHeight - surface + 6))
  if (after < 1) find(glass, '.spill').remove()
  return glass
}

/** Draws the liquid that rises over the whole picture, with waves on it. */
function drawTide(): Element {
  const tide = createPiece('tide')
  tide.append(parseSvg(wave))
  return tide
}
