/** A request body with its media type. */
export interface Content {
  type: string
  bytes: Buffer
}

/** A file beside the field `input`. */
export interface FormFile {
  name: string
  type: string
  content: Buffer
}

/**
 * Writes a form whose field `input` is JSON. PayPal's call `provide-evidence` takes only forms, because a file may be beside that
 * field: `input` has the type application/json, as in PayPal's sample of
 * https://github.com/BrianMcManus/Disputes-API-Files/blob/master/Example_Disputes/provideEvidence.php, and the file's field is
 * `evidence-file` in customer_disputes_v1 of https://github.com/paypal/paypal-rest-api-specifications.
 */
export function writeJsonForm(input: object, file?: FormFile): Content {
  const boundary = `brimful-${crypto.randomUUID()}`
  const parts = [
    part(boundary, 'name="input"', 'application/json', Buffer.from(JSON.stringify(input))),
    ...(file
      ? [part(boundary, `name="evidence-file"; filename="${file.name}"`, file.type, file.content)]
      : []),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) }
}

function part(boundary: string, disposition: string, type: string, content: Buffer): Buffer {
  const lines = [`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, `Content-Type: ${type}`]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n')])
}
