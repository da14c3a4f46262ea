import type { AddReportPlan, Locale, Report, ReportOrder } from '@slotwise/contract'

/** The fields that orders and plans share. Pickers give null for nothing. */
export type ContentValues = Omit<AddReportPlan, 'name' | 'rhythm' | 'area' | 'store' | 'sn' | 'client'>

type Chosen = string | null | undefined

/** The fields of an order are called as the contract calls them, so that errors find them. */
export type OrderValues = ContentValues & {
  'condition.from': Chosen
  'condition.to': Chosen
  'condition.area'?: Chosen
  'condition.store'?: Chosen
  'condition.sn'?: Chosen
  'condition.client'?: Chosen
}

const standing = { data_scale: 'store', data_precision: 'day', format: 'xlsx' } as const

export const newOrder = (locale: Locale, days: { from: string; to: string }): OrderValues => ({
  ...standing,
  locale,
  'condition.from': days.from,
  'condition.to': days.to,
})

const given = (chosen: Chosen): string | undefined => chosen ?? undefined

/** Empty fields are left out: the contract has no condition there. */
export const toOrder = (values: OrderValues) => ({
  data_scale: values.data_scale,
  data_precision: values.data_precision,
  locale: values.locale,
  format: values.format,
  condition: {
    from: given(values['condition.from']),
    to: given(values['condition.to']),
    area: given(values['condition.area']),
    store: given(values['condition.store']),
    sn: given(values['condition.sn']),
    client: given(values['condition.client']),
  },
})

/** What a report was ordered by, to order it again. */
export const orderOf = ({ data_scale, data_precision, locale, format, condition }: Report): ReportOrder => ({
  data_scale,
  data_precision,
  locale,
  format,
  condition,
})

export type PlanValues = ContentValues & {
  name: string
  rhythm: AddReportPlan['rhythm']
  area?: Chosen
  store?: Chosen
  sn?: Chosen
  client?: Chosen
}

export const newPlan = (locale: Locale): PlanValues => ({ ...standing, locale, name: '', rhythm: 'day' })

export const toPlan = <Values extends PlanValues>({ area, store, sn, client, ...values }: Values) => ({
  ...values,
  area: given(area),
  store: given(store),
  sn: given(sn),
  client: given(client),
})
