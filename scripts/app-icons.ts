/** The icons of the installed app, drawn from the site's own sign while it is built. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const sign = 'web/src/ui/favicon.svg'
const paper = '#fffbf5'

/** By file name: how large, and how much of it the sign takes. A maskable icon may be cut to a circle of four fifths. */
const icons = {
  'icons/192.png': { size: 192, share: 0.8 },
  'icons/512.png': { size: 512, share: 0.8 },
  'icons/180.png': { size: 180, share: 0.72 },
  'icons/maskable-512.png': { size: 512, share: 0.56 },
}

/** Adds the icons to a build. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      const svg = await readFile(sign)
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
  const ground = { width: size, height: size, channels: 4, background: paper } as const
  return sharp({ create: ground })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}
