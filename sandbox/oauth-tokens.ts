/**
 * Stores the codes and tokens of an OAuth authorization service. Their owner is, for example, a Twitch login or a YouTube
 * channel.
 */
import { removeExpired, type State } from './state.ts'

export type Grant<Owner> = Owner & { scopes: string[] }

/**
 * An authorization code. If `redirectUri` is undefined, because a control call made the code, any redirect address may exchange
 * it.
 */
export type Code<Owner, Details> = Grant<Owner> & Details & { redirectUri?: string | undefined }

/** An access token's rights. */
export type Access<Owner> = Grant<Owner> & { refreshToken?: string | undefined; expiresAt: number }

export type OAuthTokens<Owner extends object, Details extends object = object> = ReturnType<
  typeof openOAuthTokens<Owner, Details>
>

interface Options {
  /** The names of the collections in the state. */
  names: { codes: string; grants: string; accesses: string }
  accessSeconds: number
  makeSecret: { code(): string; refresh(): string; access(): string }
}

const codeLifetimeMs = 10 * 60_000

/** Opens the stored codes and tokens. */
export function openOAuthTokens<Owner extends object, Details extends object = object>(
  state: State,
  { names, accessSeconds, makeSecret }: Options,
) {
  const codes = state.collection<Code<Owner, Details> & { expiresAt: number }>(names.codes)
  const grants = state.collection<Grant<Owner>>(names.grants)
  const accesses = state.collection<Access<Owner>>(names.accesses)
  const dropExpired = (dated: Record<string, { expiresAt: number }>) =>
    removeExpired(dated, ({ expiresAt }) => expiresAt)
  const isValid = (entry: { expiresAt: number } | undefined) => !!entry && entry.expiresAt > Date.now()

  function store<T>(collection: Record<string, T>, key: string, entry: T): string {
    collection[key] = entry
    state.save()
    return key
  }

  function remove<T>(collection: Record<string, T>, matches: (entry: T, key: string) => boolean): number {
    const keys = Object.keys(collection).filter((key) => matches(collection[key]!, key))
    for (const key of keys) delete collection[key]
    state.save()
    return keys.length
  }

  return {
    /** Stores a code that is valid for ten minutes, and returns it. */
    makeCode(code: Code<Owner, Details>): string {
      dropExpired(codes)
      return store(codes, makeSecret.code(), { ...code, expiresAt: Date.now() + codeLifetimeMs })
    },
    findCode: (code: string) => (isValid(codes[code]) ? codes[code] : undefined),
    deleteCode: (code: string) => void delete codes[code],
    /** Stores a grant and returns its refresh token. */
    addGrant: (grant: Grant<Owner>) => store(grants, makeSecret.refresh(), grant),
    findGrant: (refreshToken: string) => grants[refreshToken],
    /** Returns whether any grant matches. */
    hasGrant: (matches: (grant: Grant<Owner>) => boolean) => Object.values(grants).some(matches),
    makeAccess(grant: Grant<Owner>, refreshToken?: string): string {
      dropExpired(accesses)
      const expiresAt = Date.now() + accessSeconds * 1000
      return store(accesses, makeSecret.access(), { ...grant, refreshToken, expiresAt })
    },
    findAccess: (token: string) => (isValid(accesses[token]) ? accesses[token] : undefined),
    /** Deletes the matching grants with their access tokens; returns how many grants. */
    revoke(matches: (owner: Owner, refreshToken: string | undefined) => boolean): number {
      remove(accesses, (access) => matches(access, access.refreshToken))
      return remove(grants, matches)
    },
    /** Gives everything that matches to another owner. */
    changeOwner(matches: (owner: Owner) => boolean, next: Owner): void {
      for (const collection of [codes, grants, accesses])
        for (const entry of Object.values<Owner>(collection)) if (matches(entry)) Object.assign(entry, next)
      state.save()
    },
    /** Deletes the matching access tokens, which the client can renew by refresh tokens; returns how many. */
    expireAccess: (matches: (owner: Owner) => boolean) => remove(accesses, matches),
  }
}
