import { testEveryFault } from './every-fault.ts'

testEveryFault('postgres', ['Twitch', 'YouTube'])
