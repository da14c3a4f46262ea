import { CloseOutlined } from '@ant-design/icons'
import {
  auditCallName,
  auditedCalls,
  auditFieldWords,
  type AuditFilter,
  auditGroupWords,
  auditObjectWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import type { z } from 'zod'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { DaySpan } from '../../ui/day-span.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { auditWords } from './audit-words.ts'
import { PersonPicker } from './person-picker.tsx'

type Filter = z.output<typeof AuditFilter>
type AuditFiltersProps = { filter: Filter; onChange: (change: Partial<Filter>) => void }

const groups = Object.keys(auditedCalls) as (keyof typeof auditedCalls)[]

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useT(auditWords)
  const field = useT(auditFieldWords)
  const group = useT(auditGroupWords)
  const locale = useLocale()
  const calls = groups.map((name) => ({
    label: group(name),
    options: auditedCalls[name].map((call) => ({ value: call, label: auditCallName(locale, call) })),
  }))
  const kinds = Object.entries(auditObjectWords[locale]).map(([value, label]) => ({ value, label }))
  return (
    <>
      <PersonPicker
        className="sw-filter-select"
        aria-label={field('who')}
        filterLabel={field('who')}
        placeholder={t('anyone')}
        value={filter.account ?? null}
        onChange={(account) => onChange({ account: account ?? undefined })}
      />
      <SelectFilter<string>
        label={field('call')}
        value={filter.call}
        options={calls}
        searchable
        onChange={(call) => onChange({ call })}
      />
      <SelectFilter
        label={field('object')}
        value={filter.object}
        options={kinds}
        // An object number is only valid with its kind, so it is reset with it.
        onChange={(object) => onChange({ object, object_id: undefined })}
      />
      {filter.object_id !== undefined && (
        <Button
          icon={<CloseOutlined aria-hidden="true" />}
          iconPlacement="end"
          aria-label={t('anyObject', { id: filter.object_id })}
          onClick={() => onChange({ object_id: undefined })}
        >
          {t('onlyObject', { id: filter.object_id })}
        </Button>
      )}
      <DaySpan from={filter.from} to={filter.to} onChange={onChange} />
    </>
  )
}
