/** What the card of widgets knows of a widget. */
import type { ReactNode } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import type { WidgetChoice } from './widget-choice.ts'

export interface FieldsProps {
  choice: WidgetChoice
  set: (changes: Partial<WidgetChoice>) => void
  currency: PayoutCurrency | null
}

/** Why a widget shows nothing yet, and what to do about that. */
export interface Missing {
  text: string
  to?: string
  label?: string
}

export interface WidgetKind {
  /** What it lets the creator choose. */
  Fields: (props: FieldsProps) => ReactNode
  /** Returns the parameters of its address; those that are empty are left out. */
  parametersOf(choice: WidgetChoice): Record<string, string>
  /** Returns the height that it needs in the largest look, with its margins, in pixels. */
  heightOf(choice: WidgetChoice): number
  /** Returns why it shows nothing, if that is known. */
  useMissing(choice: WidgetChoice, username: string): Missing | undefined
}
