/** Describes the people of the demo: three creators with their goals, and one supporter with an account. */
import type { Config } from '../domain/config/config.ts'
import type { PayoutCurrency } from '../contract/money/money.ts'

/** This password is printed at every start. It protects nothing: demo accounts hold no money and never exist in production. */
export const demoPassword = 'fill-to-the-brim'

export interface DemoGoal {
  /** The name that `past-tips.ts` uses for the goal. */
  key: string
  title: string
  description: string
  /** The goal's amount in whole units of the creator's currency. */
  units: number
  madeDaysAgo: number
  endsInDays?: number
}

export interface DemoCreator {
  userName: string
  displayName: string
  email: string
  bio: string
  tags: readonly string[]
  currency: PayoutCurrency
  isVerified: boolean
  streamTitle: string
  goals: readonly DemoGoal[]
}

export const demoSupporter = { userName: 'ada_lind', displayName: 'Ada', email: 'ada@brimful.example' }

const mira: DemoCreator = {
  userName: 'miravale',
  displayName: 'Mira Vale',
  email: 'mira@brimful.example',
  bio: 'I throw bowls and paint small worlds on them, live, Tuesday to Saturday. Ask me about glazes. Please do not ask me about the cat on the drying shelf.',
  tags: ['art', 'ceramics', 'painting'],
  currency: 'gbp',
  isVerified: true,
  streamTitle: 'Throwing bowls by moonlight',
  goals: [
    {
      key: 'kiln',
      title: 'A kiln for the clay season',
      description:
        'The shared kiln across town is booked until spring. A small one of my own fits under the stairs, and then everything you see me throw gets fired the same week, on stream.',
      units: 1200,
      madeDaysAgo: 38,
      endsInDays: 9,
    },
    {
      key: 'tiles',
      title: 'Forty glaze test tiles',
      description:
        'Materials for forty tiles, so that chat can vote on a glaze and see what it really does at 1,240 degrees.',
      units: 150,
      madeDaysAgo: 21,
    },
    {
      key: 'camera',
      title: 'A camera above the wheel',
      description: 'Done: you now see the inside of the bowl and not the back of my head.',
      units: 120,
      madeDaysAgo: 52,
    },
  ],
}

const otto: DemoCreator = {
  userName: 'ottokestrel',
  displayName: 'Otto Kestrel',
  email: 'otto@brimful.example',
  bio: 'Old synthesisers, mended slowly and played late. Soldering on Mondays, long ambient sets on Fridays, the occasional kestrel on the roof.',
  tags: ['music', 'synths', 'repair'],
  currency: 'usd',
  isVerified: true,
  streamTitle: 'Friday set from the workshop',
  goals: [
    {
      key: 'polysynth',
      title: 'Bring the drowned polysynth back',
      description:
        'It spent a winter in a flooded cellar. New voice chips, new key contacts, and a case without mushrooms in it.',
      units: 450,
      madeDaysAgo: 30,
    },
    {
      key: 'rooftop',
      title: 'A midnight set on the rooftop',
      description: 'Permit, a long cable, and blankets. Four hours, streamed whole, no talking.',
      units: 800,
      madeDaysAgo: 12,
      endsInDays: 24,
    },
  ],
}

const juniper: DemoCreator = {
  userName: 'juniper_o',
  displayName: 'Juniper Okafor',
  email: 'juniper@brimful.example',
  bio: 'Foam, resin and far too much glitter. Building the Moth Queen from the boots up for the spring convention. New here, say hello!',
  tags: ['cosplay', 'crafts', 'props'],
  currency: 'gbp',
  isVerified: false,
  streamTitle: 'Wing spars, part three',
  goals: [
    {
      key: 'moth',
      title: 'Foam and resin for the Moth Queen',
      description: 'Four wings, two metres across, that fold so that I can get through a door.',
      units: 220,
      madeDaysAgo: 6,
    },
    {
      key: 'mask',
      title: 'A proper respirator',
      description: 'Resin dust is no joke. Neither is my landlord.',
      units: 60,
      madeDaysAgo: 3,
    },
  ],
}

const demoCreators: readonly DemoCreator[] = [mira, otto, juniper]

/** Returns the creators of the demo: in solo mode the one with the configured name, or else the first one under that name. */
export function listDemoCreators({ solo }: Pick<Config, 'solo'>): readonly DemoCreator[] {
  if (!solo) return demoCreators
  const { userName } = solo
  return [{ ...(demoCreators.find((creator) => creator.userName === userName) ?? mira), userName }]
}

/** Returns the name that a demo creator has outside solo mode, by which pictures and past tips are found. */
export function demoNameOf({ email }: DemoCreator): string {
  return demoCreators.find((creator) => creator.email === email)!.userName
}
