/** A request body with its media type. */
export interface Content {
  type: string
  text: string
}

/**
 * Writes a form whose field `input` is JSON. PayPal's call `provide-evidence` takes only forms, because files may be beside that
 * field: `input` has the type application/json, as in PayPal's sample of
 * https://github.com/BrianMcManus/Disputes-API-Files/blob/master/Example_Disputes/provideEvidence.php.
 */
export function writeJsonForm(input: object): Content {
  const json = JSON.stringify(input)
  const boundary = `brimful-${crypto.randomUUID()}`
  const lines = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="input"',
    'Content-Type: application/json',
    '',
    json,
    `--${boundary}--`,
    '',
  ]
  return { type: `multipart/form-data; boundary=${boundary}`, text: lines.join('\r\n') }
}
