/** The standard theme: a glass that fills to the brim, or a drop for a tip without a goal. */
import { find, setMotion } from '../../dom.ts'
import { surfaceY, vesselHeight } from '../../goal-progress.ts'
import type { ProgressChange } from '../../goal-progress.ts'
import drop from './drop.svg?raw'
import css from './liquid.css?inline'
import { parseSvg } from '../theme.ts'
import type { Theme } from '../theme.ts'
import vessel from './vessel.svg?raw'

export const theme: Theme = {
  css,
  draw: ({ progress }) => (progress ? drawVessel(progress) : parseSvg(drop)),
}

function drawVessel({ before, after }: ProgressChange): SVGElement {
  const glass = parseSvg(vessel)
  const surface = surfaceY(after)
  setMotion(glass, `${surfaceY(before)}px`, `${surface}px`)
  find(glass, '#liquid').setAttribute('y2', String(vesselHeight - surface + 6))
  if (after < 1) find(glass, '.spill').remove()
  return glass
}
