import { testEveryFault } from './every-fault.ts'

testEveryFault('redis', ['Postgres of the server', 'Postgres of the workers', 'Redis and its pub/sub'])
