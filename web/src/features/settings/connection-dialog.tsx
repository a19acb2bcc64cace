import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Says that a platform was connected when the address brings `success=true`, and takes that out of the address. */
export function ConnectionDialog() {
  const [search, setSearch] = useSearchParams()
  const isBack = search.get('success') === 'true'
  const [isOpen, setIsOpen] = useState(isBack)

  useEffect(() => {
    if (!isBack) return
    setSearch(
      (now) => {
        now.delete('success')
        return now
      },
      { replace: true },
    )
  }, [isBack, setSearch])

  const handleClose = () => setIsOpen(false)
  return (
    <Dialog
      title={m.connection_done_title()}
      description={m.connection_done_text()}
      isOpen={isOpen}
      onClose={handleClose}
    >
      <Button kind="primary" size="large" className="w-full" onClick={handleClose}>
        {m.connection_done()}
      </Button>
    </Dialog>
  )
}
