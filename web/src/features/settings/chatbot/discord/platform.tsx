import { m } from '../../../../../../i18n/compiled/messages.js'
import { Glyph } from '../../../../ui/glyphs.tsx'
import type { PlatformUi } from '../platform-ui.ts'
import { DiscordRow } from './row.tsx'

export const discord: PlatformUi = {
  Logo: ({ className }) => <Glyph name="discord" className={className} />,
  Row: DiscordRow,
  troubles: {
    noPermission: m.trouble_webhook_refused,
    notFound: m.trouble_webhook_gone,
    revoked: m.trouble_webhook_gone,
    rejected: m.trouble_webhook_rejected,
  },
}
