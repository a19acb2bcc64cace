/** Writes PDFs for tests. */
import { deflateSync } from 'node:zlib'

/** Writes a PDF with these objects, without a table of where they are: readers rebuild it. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const numbered = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, object, '\nendobj\n'])
  const whole = ['%PDF-1.4\n', ...numbered, `trailer << /Root 1 0 R ${trailer} >>\n%%EOF\n`]
  return Buffer.concat(whole.map((part) => Buffer.from(part as string)))
}

/** Writes the objects of a PDF with so many empty pages. */
export function listPages(count: number): string[] {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`)
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'
  const tree = `<< /Type /Pages /Count ${count} /Kids [${kids.join(' ')}] >>`
  return ['<< /Type /Catalog /Pages 2 0 R >>', tree, ...kids.map(() => page)]
}

/** Writes a stream of compressed objects. */
export function packObjects(text: string, keys = ''): Buffer {
  const packed = deflateSync(text)
  const head = `<< /Type /ObjStm ${keys} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

/** A PDF with one empty page. */
export const smallPdf = writePdf(listPages(1)).toString('latin1')
