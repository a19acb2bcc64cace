import { m } from '../../../../../../i18n/compiled/messages.js'
import type { PlatformUi } from '../platform-ui.ts'

export const kick: PlatformUi = {
  Logo: ({ className }) => (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={className}>
      <path d="M4 3h6v5h2V6h2V3h6v6h-2v2h-2v2h2v2h2v6h-6v-3h-2v-2h-2v5H4z" />
    </svg>
  ),
  Setup: () => <p className="text-sm">{m.setup_kick()}</p>,
  troubles: {},
}
