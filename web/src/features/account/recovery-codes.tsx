import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { saveFile } from '../../lib/calls/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Shows new recovery codes with buttons to copy and to download them. The server never returns them again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {m.two_factor_codes_title()}
      </h3>
      <p className="mt-1">{m.two_factor_codes_text()}</p>
      <ol className="my-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-2 rounded-card bg-sunken p-4">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-base font-semibold">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button kind="dark" onClick={onDone}>
          {m.two_factor_codes_kept()}
        </Button>
        <CopyButton text={text} />
        <Button
          onClick={() =>
            saveFile('brimful-recovery-codes.txt', `${m.two_factor_codes_file()}\n\n${text}\n`, 'text/plain')
          }
        >
          <Download aria-hidden className="size-4" />
          {m.two_factor_download()}
        </Button>
      </div>
    </div>
  )
}
