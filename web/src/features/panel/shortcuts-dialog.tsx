import { m } from '../../../../i18n/compiled/messages.js'
import { Dialog } from '../../ui/dialog.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { shortcutKeys } from './use-shortcuts.ts'
import type { Shortcuts } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  shortcuts: Shortcuts
  isOpen: boolean
  onClose: () => void
}

/** Lists the keys, and switches them off for people who press them by accident. */
export function ShortcutsDialog({ shortcuts, isOpen, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title={m.panel_shortcuts()} isOpen={isOpen} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcutKeys.map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-9 rounded-sm border border-line bg-sunken px-2 py-1 text-center font-mono uppercase">
                {key}
              </kbd>
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <SwitchRow label={m.panel_shortcuts_on()} checked={shortcuts.isOn} onChange={shortcuts.set} />
      </div>
    </Dialog>
  )
}
