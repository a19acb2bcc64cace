/** Calls about the account that a creator connects on a platform's consent page: one of each kind for every platform with consent. */
import { creatorCall } from '../call.ts'
import { platformStatus } from '../entities.ts'
import { byPlatform, chatPlatforms, platform } from './platforms.ts'

export const statusCalls = byPlatform(platform.options, (name) =>
  creatorCall.get(`account/${name}/status`, {
    summary: `Whether the creator’s ${chatPlatforms[name].name} account is connected.`,
    response: platformStatus,
  }),
)

export const disconnectCalls = byPlatform(platform.options, (name) =>
  creatorCall.post(`account/${name}/disconnect`, {
    summary: `Disconnects the creator’s ${chatPlatforms[name].name} account and revokes its tokens.`,
    costs: 'one or two calls to the platform or provider, on the own account',
    limits: ['account provider-call'],
  }),
)

/** Our paths for each platform: one redirects the browser to the consent page, the other receives it back. */
export const consentPaths = byPlatform(platform.options, (name) => ({
  connect: `account/${name}/connect`,
  callback: `account/${name}/callback`,
}))
