/**
 * The payee where no platform is between supporter and creator: the account of the provider's keys that are configured. It names no
 * account at the provider, so calls name none either.
 */
export const ownPayeeId = 'own'
