/**
 * A program that draws the preview picture of one link, 1,200 by 630 pixels. Texts are drawn as paths, so that no font has to be
 * installed. Only here may libvips read SVG, and only SVG that this program generated.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori from 'satori'
import sharp from 'sharp'
import { answerParent } from '../tasks/task-program.ts'
import { layOutCard } from './card-layout.ts'
import type { CardWords } from './card-layout.ts'

const size = { width: 1200, height: 630 }
const resolve = createRequire(import.meta.url).resolve
const files = [
  {
    name: 'Bricolage',
    weight: 800,
    file: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff',
  },
  {
    name: 'Bricolage Ext',
    weight: 800,
    file: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-800-normal.woff',
  },
  { name: 'Figtree', weight: 600, file: '@fontsource/figtree/files/figtree-latin-600-normal.woff' },
  { name: 'Figtree Ext', weight: 600, file: '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff' },
] as const

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

answerParent(async (words: CardWords): Promise<Buffer> => {
  const fonts = await Promise.all(
    files.map(async ({ name, weight, file }) => ({ name, weight, data: await readFile(resolve(file)) })),
  )
  const svg = await satori(layOutCard(words), { ...size, fonts })
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
})
