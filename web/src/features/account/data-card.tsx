import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  downloadDataExport,
  getDataExport,
  startDataExport,
} from '../../../../contract/accounts/data-calls.ts'
import { isUnderWay } from '../../../../contract/accounts/data-export.ts'
import type { DataExport } from '../../../../contract/accounts/data-export.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { download } from '../../lib/calls/download.ts'
import { useLive } from '../../lib/calls/live.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import type { CsvForm } from '../../../../contract/csv-form.ts'
import { Card } from '../../ui/card.tsx'
import { CsvFormSelect, useCsvForm } from '../../parts/csv-form-select.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dateLocale } from '../../lib/locale.ts'
import { formatDay } from '../../lib/format.ts'

/**
 * Lets users request an export of their data, watch its progress and download the file, which the server keeps for a
 * week.
 */
export function DataCard() {
  const { found, isMoving, setDataExport, start, isStarting } = useDataExport()
  useLive(isMoving ? {} : null, { dataExport: setDataExport, onReturn: found.refetch })
  return (
    <Card id="data" title={m.data_export_title()} hint={m.data_export_hint()}>
      <Loadable
        loaded={found}
        failedText={m.data_export_load_failed()}
        skeleton={
          <output aria-label={m.loading()} className="block">
            <Skeleton className="h-11 w-44 rounded-full" />
          </output>
        }
      >
        {({ dataExport }) => <ExportState dataExport={dataExport} isStarting={isStarting} onStart={start} />}
      </Loadable>
    </Card>
  )
}

/** How often a running export is polled, in case a live message about it is lost. */
const lookAgainMs = 10_000

function useDataExport() {
  const { isBusy: isStarting, run } = useAction()
  const [isWatched, setIsWatched] = useState(false)
  const found = useCall(getDataExport, {}, isWatched ? { refetchInterval: lookAgainMs } : {})
  const isMoving = Boolean(found.data?.dataExport && isUnderWay(found.data.dataExport))
  if (isMoving !== isWatched) setIsWatched(isMoving)
  const setDataExport = (dataExport: DataExport) => found.setData(() => ({ dataExport }))

  const start = (csvForm: CsvForm) =>
    void run(async () => setDataExport((await call(startDataExport, { body: { csvForm } })).dataExport))
  return { found, isMoving, setDataExport, start, isStarting }
}

interface ExportStateProps {
  dataExport: DataExport | null
  isStarting: boolean
  onStart: (form: CsvForm) => void
}

function ExportState({ dataExport, isStarting, onStart }: ExportStateProps) {
  const [form, setForm] = useCsvForm()
  if (dataExport && isUnderWay(dataExport)) return <UnderWay progress={dataExport.progress} />
  const isReady = dataExport?.status === 'ready'
  return (
    <div className="grid justify-items-start gap-4">
      {dataExport?.status === 'failed' && (
        <p role="alert" className="font-medium text-rose">
          {m.data_export_failed()}
        </p>
      )}
      {isReady && (
        <output className="block">
          {m.data_export_ready({
            made: formatDay(dataExport.createdAt),
            until: formatDay(dataExport.expiresAt),
          })}
        </output>
      )}
      <div className="flex flex-wrap gap-2">
        {isReady && <FileButton dataExport={dataExport} />}
        <CsvFormSelect form={form} onChange={setForm} />
        <Button isBusy={isStarting} busyLabel={m.data_export_busy()} onClick={() => onStart(form)}>
          {isReady ? m.data_export_again() : m.data_export_start()}
        </Button>
      </div>
    </div>
  )
}

function UnderWay({ progress }: { progress: number }) {
  return (
    <div className="grid gap-3">
      <output>{m.data_export_asked()}</output>
      <div className="flex items-center gap-3">
        <progress
          aria-label={m.data_export_progress()}
          value={progress}
          max={100}
          className="h-2.5 grow overflow-hidden rounded-full bg-sunken accent-violet"
        />
        <span aria-hidden className="w-12 text-right font-semibold tabular-nums">
          {progress} %
        </span>
      </div>
    </div>
  )
}

/** The file has all about the account, so its download asks for a confirmation of the session. */
function FileButton({ dataExport: { id, bytes } }: { dataExport: DataExport }) {
  const { isBusy, run } = useAction()
  return (
    <Button
      kind="dark"
      isBusy={isBusy}
      onClick={() => void run(() => download(downloadDataExport, { params: { id } }))}
    >
      <Download aria-hidden className="size-4" />
      {m.data_export_download({ size: showSize(bytes ?? 0) })}
    </Button>
  )
}

function showSize(bytes: number): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte'
  const amount = bytes / (unit === 'kilobyte' ? 1000 : 1_000_000)
  return new Intl.NumberFormat(dateLocale(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
}
