import { type Currency, reportColumns, reportDays, reportTitle } from '@slotwise/contract'
import { Form } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import type { ContentValues } from './report-values.ts'
import { reportWords } from './report-words.ts'
import './reports.css'

type Days = { 'condition.from'?: string | null; 'condition.to'?: string | null }

const isWhole = (values: Partial<ContentValues> & Days): values is ContentValues & Days =>
  values.locale !== undefined

/** Tells how the file will look: its name, what a row is, and the titles of its columns in the chosen language. */
export function FilePreview() {
  const t = useT(reportWords)
  const form = Form.useFormInstance()
  // Without a value until the fields are there.
  const values = Form.useWatch((all: Partial<ContentValues> & Days) => (isWhole(all) ? all : undefined), form)
  const currency: Currency = useSession()?.currency ?? 'CNY'
  if (!values) return null
  const { data_scale: scale, data_precision: precision, locale, format } = values
  const { 'condition.from': from, 'condition.to': to } = values
  const days = from && to ? ` ${reportDays(locale, { from, to })}` : ''
  const row =
    precision === 'deal'
      ? t('rowDeal')
      : scale === 'bill'
        ? t('rowBill', { period: t(precision) })
        : t('rowPlace', { period: t(precision), what: t(scale) })
  return (
    <section className="sw-file-preview" aria-label={t('preview')} aria-live="polite">
      <h3>{t('preview')}</h3>
      <p
        className="sw-file-preview-name"
        lang={locale}
      >{`${reportTitle(locale, values)}${days}.${format}`}</p>
      <p>
        {row}
        {precision === 'week' && ` ${t('weeks')}`}
      </p>
      <ul lang={locale}>
        {reportColumns(locale, values, currency).map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </section>
  )
}
