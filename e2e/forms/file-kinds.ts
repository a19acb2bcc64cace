/** Files that people choose and a form does not expect. */
import sharp from 'sharp'
import { standardStyle } from '../../contract/alerts/alert-looks.ts'
import { makeMp3 } from '../../domain/sounds/sound.fixture.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface FileKind {
  name: string
  /** Returns what is chosen in a field that takes `good`. */
  chosen: (good: ChosenFile) => ChosenFile
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')
const endingOf = ({ name }: ChosenFile) => /\.\w+$/.exec(name)![0]

export const fileKinds: FileKind[] = [
  { name: 'as it takes it', chosen: (good) => good },
  {
    name: 'of another kind',
    chosen: () => ({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf }),
  },
  { name: 'of another kind, named as its own', chosen: (good) => ({ ...good, buffer: pdf }) },
  { name: 'empty', chosen: (good) => ({ ...good, buffer: Buffer.alloc(0) }) },
  {
    name: 'a name with ../ and from right to left',
    chosen: (good) => ({ ...good, name: `../../\u202Eelif\u0000<b>${endingOf(good)}` }),
  },
  {
    name: 'a name of 300 characters',
    chosen: (good) => ({ ...good, name: `${'n👩‍👧'.repeat(50)}${endingOf(good)}` }),
  },
  { name: 'without a kind and an ending', chosen: (good) => ({ ...good, name: 'file', mimeType: '' }) },
  { name: 'cut in the middle', chosen: (good) => ({ ...good, buffer: good.buffer.subarray(0, 30) }) },
]

/** Returns a file of this name that a field for such files takes. */
export async function makeGood(name: string): Promise<ChosenFile> {
  if (name.endsWith('.json'))
    return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(standardStyle())) }
  if (name.endsWith('.mp3')) return { name, mimeType: 'audio/mpeg', buffer: makeMp3(60) }
  if (name.endsWith('.csv'))
    return { name, mimeType: 'text/csv', buffer: Buffer.from('Date,Name,Amount\n2025-01-03,Jo,5.00\n') }
  const create = { width: 400, height: 300, channels: 3, background: '#15a374' } as const
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}
