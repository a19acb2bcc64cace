/** A lower third, as on television: a wide bar that unrolls, with a line along its edge for the goal. */
import css from './banner.css?inline'
import badge from './banner.svg?raw'
import { parseSvg } from '../theme.ts'
import type { Theme } from '../theme.ts'

export const theme: Theme = { css, draw: () => parseSvg(badge) }
