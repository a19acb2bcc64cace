import { shorten } from '../../contract/chat/chat-text.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import { showTextLimits } from '../../contract/show/show-event.ts'
import { shownName } from '../../contract/shown-name.ts'

const name = shownName(showTextLimits.name)

/** Returns the name under which somebody on a platform is shown: "Anonymous" for who has none, or one that nobody sees. */
export function nameOf(given: string | null | undefined): string {
  return name.safeParse(shorten(given ?? '', showTextLimits.name)).data || anonymousName
}
