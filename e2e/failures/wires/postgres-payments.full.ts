import { testEveryFault } from './every-fault.ts'

testEveryFault('postgres', ['SMTP', 'PayPal', 'Stripe'])
