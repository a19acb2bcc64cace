/** Names the operations that can have faults, and the faults. */
import { callFaults, type Faults } from '../faults.ts'

export const operations = ['create', 'get', 'close', 'refund', 'dispute', 'account', 'link'] as const
export type Operation = (typeof operations)[number]

export const faultNames = [...callFaults, 'status-429', 'status-401'] as const
export type FaultName = (typeof faultNames)[number]

export type StripeFaults = Faults<Operation, FaultName>
