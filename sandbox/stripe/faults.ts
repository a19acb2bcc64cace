/** Faults on demand: what a test can make the next calls of one kind suffer. */
import { callFaults } from '../faults.ts'

export const operations = ['create', 'get', 'refund', 'account', 'link'] as const
export type Operation = (typeof operations)[number]

export const faultNames = [...callFaults, 'status-429', 'status-401'] as const
export type FaultName = (typeof faultNames)[number]
