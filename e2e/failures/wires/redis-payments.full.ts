import { testEveryFault } from './every-fault.ts'

testEveryFault('redis', ['SMTP', 'PayPal', 'Stripe'])
