import type { OverlayStatus } from '../../../contract/alerts/overlay-calls.ts'
import type { Creator, Goal, SessionUser, ViewedCreator } from '../../../contract/entities.ts'
import type { SiteSettings } from '../lib/pages/site-document.ts'

/** Builds a creator's public profile. */
export function buildViewedCreator(changes: Partial<ViewedCreator> = {}): ViewedCreator {
  return {
    profileImage: null,
    coverImage: null,
    displayName: 'Mira Vale',
    userName: 'miravale',
    bio: '',
    ytURL: null,
    fbURL: null,
    instaURL: null,
    twitterURL: null,
    accountType: 1,
    currency: 'gbp',
    isverified: false,
    paypalConnected: true,
    stripeConnected: false,
    tipsFrom: null,
    socialLinks: [],
    selectedTags: [],
    ...changes,
  }
}

let creators = 0

/** Builds a creator as in a list of creators. */
export function buildCreator(changes: Partial<Creator> = {}): Creator {
  creators += 1
  return {
    uid: `00000000-0000-4000-8000-${String(creators).padStart(12, '0')}`,
    user_name: `creator_${creators}`,
    display_name: 'Somebody',
    image: null,
    cover_image: null,
    bio: '',
    yt_url: null,
    twitter_url: null,
    insta_url: null,
    fb_url: null,
    account_type: 1,
    currency: 'gbp',
    isverified: false,
    tagNames: [],
    ...changes,
  }
}

/** Builds a signed-in supporter called Ada. */
export function buildSessionUser(changes: Partial<SessionUser> = {}): SessionUser {
  return {
    email: 'ada@example.test',
    uid: '00000000-0000-4000-8000-000000000002',
    displayName: 'Ada',
    brimfulUserName: 'ada',
    userImg: null,
    coverIMG: null,
    accountType: 2,
    ytUrl: null,
    twitterUrl: null,
    instaUrl: null,
    fbUrl: null,
    bio: '',
    role: 'user',
    isGoogleAccount: false,
    currency: null,
    stripeID: null,
    stripeConnectedEmail: null,
    paypalID: null,
    paypalConnectedEmail: null,
    isVerified: false,
    isAuthenticated: true,
    receiveAllTips: true,
    receiveGoalFunded: true,
    socialLinks: [],
    selectedTags: [],
    youtubeConnected: false,
    youtubeConnectedEmail: null,
    twitchConnected: false,
    twitchConnectedEmail: null,
    timeZone: 'UTC',
    ...changes,
  }
}

/** Builds an active goal. */
export function buildGoal(changes: Partial<Goal> = {}): Goal {
  return {
    title: 'A kiln for the clay season',
    goaluuid: '00000000-0000-4000-8000-000000000101',
    status: 'ACTIVE',
    description: '',
    currency: 'gbp',
    amount: 120_000,
    amount_received: 86_400,
    end_date: null,
    creation_date: '2026-01-01T00:00:00.000Z',
    image: null,
    ...changes,
  }
}

/** Builds the settings of an installation. */
export function buildSite(changes: Partial<SiteSettings> = {}): SiteSettings {
  return {
    publicUrl: 'https://tips.test',
    supportEmail: 'help@brimful.test',
    socialUrl: null,
    isSandbox: false,
    hasGoogle: false,
    serviceFeePercent: 5,
    solo: null,
    ...changes,
  }
}

/** Builds the status of a creator who has never opened an overlay. */
export function buildOverlayStatus(changes: Partial<OverlayStatus> = {}): OverlayStatus {
  return { overlays: [], notOpenSince: null, lastShownAt: null, obsShownAt: null, ...changes }
}

/** Builds the active overlay in OBS, on program. */
export function buildOpenOverlay(
  changes: Partial<OverlayStatus['overlays'][number]> = {},
): OverlayStatus['overlays'][number] {
  return {
    state: 'program',
    audio: 'played',
    obsVersion: '31.0.1',
    isInObs: true,
    isActive: true,
    isOutdated: false,
    openedAt: '2026-01-05T12:00:00.000Z',
    lastShownAt: null,
    ...changes,
  }
}

/** An invoice as a creator's list has it. */
export const invoice = {
  id: '00000000-0000-4000-8000-000000000501',
  kind: 'invoice',
  number: '2026-000007',
  month: '2026-10',
  correctedMonth: null,
  currency: 'gbp',
  total: 1250,
  vat: 208,
  vatRule: 'charged',
  issuedOn: '2026-11-03',
}
