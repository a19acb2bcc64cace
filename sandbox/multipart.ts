/** Reads forms of the type multipart/form-data: https://www.rfc-editor.org/rfc/rfc7578. */

/** A part of a form. A file has a name. */
export interface FormPart {
  name: string
  filename: string | undefined
  type: string | undefined
  content: Buffer
}

/** Returns the parts of a form, in their order. Undefined if the body is not of that form. */
export function readMultipart(contentType: string | undefined, body: unknown): FormPart[] | undefined {
  const [, boundary] = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType ?? '') ?? []
  if (boundary === undefined || !Buffer.isBuffer(body)) return undefined
  const line = Buffer.from(`--${boundary}`)
  const parts: FormPart[] = []
  let from = body.indexOf(line)
  while (from >= 0) {
    const start = from + line.length
    if (body.subarray(start, start + 2).toString() === '--') return parts
    const to = body.indexOf(line, start)
    if (to < 0) return undefined // the closing line is missing
    const part = readPart(body.subarray(start + 2, to - 2))
    if (!part) return undefined
    parts.push(part)
    from = to
  }
  return undefined
}

function readPart(bytes: Buffer): FormPart | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString()
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1]
  if (name === undefined) return undefined
  return {
    name,
    filename: /;\s*filename="([^"]*)"/i.exec(head)?.[1],
    type: /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1],
    content: bytes.subarray(end + 4),
  }
}
