import { lazy, Suspense, useState } from 'react'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

interface ReportLinkProps {
  /** The creator's username. */
  userName: string
  goals: readonly Goal[]
  /** The goal whose page this is. */
  goalId: string | undefined
}

/** Opens the form for anybody to report a creator's page. The form's code is loaded on demand. */
export function ReportLink(props: ReportLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <p className="mt-8 text-center text-sm">
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="min-h-11 px-3 text-muted underline-offset-3 hover:underline"
      >
        {m.report_action()}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
