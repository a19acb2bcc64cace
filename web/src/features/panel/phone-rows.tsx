import { MonitorSmartphone, Sun, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useInstall } from '../../lib/install-prompt.ts'
import { readChoice, saveChoice } from '../../lib/stored-choice.ts'
import { hasWakeLock, useWakeLock } from '../../lib/wake-lock.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const awakeKey = 'panelAwake'
const installKey = 'panelInstall'

/** Keeps the screen on while the panel is open: on a phone unless it is switched off, elsewhere when it is switched on. */
export function KeepAwake() {
  const [isOn, setIsOn] = useState(() => {
    const choice = readChoice(awakeKey)
    return choice ? choice === 'on' : window.matchMedia('(pointer: coarse)').matches
  })
  const isHeld = useWakeLock(isOn)
  if (!hasWakeLock()) return null
  function handleClick() {
    setIsOn(!isHeld) // what the browser has refused is tried again
    saveChoice(awakeKey, isHeld ? 'off' : 'on')
  }
  return (
    <IconButton
      label={m.panel_awake()}
      aria-pressed={isHeld}
      onClick={handleClick}
      className="aria-pressed:text-coral-ink"
    >
      <Sun aria-hidden className="size-5" />
    </IconButton>
  )
}

/** Offers the panel as an app, where and while that can be done. */
export function InstallRow() {
  const install = useInstall()
  const [isClosed, setIsClosed] = useState(() => readChoice(installKey) === 'closed')
  if (!install || isClosed) return null
  function handleClose() {
    setIsClosed(true)
    saveChoice(installKey, 'closed')
  }
  return (
    <div className="flex items-center gap-3 rounded-card bg-violet-fill/10 py-1 ps-4 pe-1 text-sm">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-violet" />
      <p className="min-w-0 grow">{install.kind === 'ask' ? m.panel_install() : m.panel_install_ios()}</p>
      {install.kind === 'ask' && (
        <Button size="small" onClick={install.ask}>
          {m.panel_install_do()}
        </Button>
      )}
      <IconButton label={m.panel_install_close()} onClick={handleClose}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}
