/** The icons of the installed app, drawn from the site's logo during the build. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { whenWritten } from './when-written.ts'

const logo = 'web/src/ui/favicon.svg'
const background = '#fffbf5'

/**
 * The icons by file name: the size in pixels, and the fraction of it that the logo takes. Platforms may crop a maskable icon to a
 * circle of four fifths of its size (https://www.w3.org/TR/appmanifest/#icon-masks).
 */
const icons = {
  'icons/192.png': { size: 192, share: 0.8 },
  'icons/512.png': { size: 512, share: 0.8 },
  'icons/180.png': { size: 180, share: 0.72 },
  'icons/maskable-512.png': { size: 512, share: 0.56 },
}

/** A Vite plugin that adds the icons to a build. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: whenWritten,
    async generateBundle() {
      const svg = await readFile(logo)
      for (const [fileName, icon] of Object.entries(icons))
        this.emitFile({ type: 'asset', fileName, source: await draw(svg, icon) })
    },
  }
}

async function draw(svg: Buffer, { size, share }: { size: number; share: number }): Promise<Buffer> {
  const inner = Math.round(size * share)
  const drawn = await sharp(svg, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const canvas = { width: size, height: size, channels: 4, background } as const
  return sharp({ create: canvas })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}
