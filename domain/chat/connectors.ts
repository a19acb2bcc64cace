/** Opens the connectors and revokers of all platforms that are configured. */
import { platform as platforms } from '../../contract/chat/platforms.ts'
import type { ChatPlatform, Platform } from '../../contract/chat/platforms.ts'
import type { Connector } from './connector.ts'
import type { ChatConfigs, ConfigOf } from '../config/chat/platforms.ts'
import type { ConsentService } from './platforms/platform.ts'
import { consentServices } from './platforms/platforms.ts'

/** The connectors by platform. A platform that is not configured has none. */
export type Connectors = Partial<Record<Platform, Connector>>

/** The revokers by platform. A platform that is not configured has none. */
export type Revokers = Partial<Record<ChatPlatform, Connector['revoke']>>

/** The configuration of every platform that has a consent page. */
type Configs = Pick<ChatConfigs, Platform>

/** Opens the connectors of all configured platforms. */
export function openConnectors(configs: Configs): Connectors {
  const opened = platforms.options.map((name) => [name, open(name, configs)] as const)
  return Object.fromEntries(opened.filter(([, connector]) => connector))
}

/** Opens the revokers of all configured platforms. */
export function openRevokers(configs: Configs): Revokers {
  const connectors = Object.entries(openConnectors(configs))
  return Object.fromEntries(connectors.map(([name, { revoke }]) => [name, revoke]))
}

function open<P extends Platform>(name: P, configs: Configs): Connector | undefined {
  const service: ConsentService<P> = consentServices[name]
  const config = configs[name] as ConfigOf<P> | undefined
  return config && service.openConnector(config)
}
