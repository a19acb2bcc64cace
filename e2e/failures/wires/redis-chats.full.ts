import { testEveryFault } from './every-fault.ts'

testEveryFault('redis', ['Twitch', 'YouTube'])
