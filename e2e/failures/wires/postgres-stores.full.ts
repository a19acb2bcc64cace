import { testEveryFault } from './every-fault.ts'

testEveryFault('postgres', ['Postgres of the server', 'Postgres of the workers'])
