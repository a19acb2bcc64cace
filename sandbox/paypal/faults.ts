/** Faults on demand: what a test can make the next calls of one kind suffer. */
import { callFaults } from '../faults.ts'
import type { Fault, Faults } from '../faults.ts'

export const operations = ['create', 'capture', 'get', 'token', 'refund'] as const
export type Operation = (typeof operations)[number]

export const faultNames = [...callFaults, 'status-429', 'status-401'] as const
export type FaultName = (typeof faultNames)[number]

export type PaypalFault = Fault<Operation, FaultName>
export type PaypalFaults = Faults<Operation, FaultName>
