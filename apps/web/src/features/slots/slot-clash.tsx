import { slotFieldWords, formatRate, goodsCalls, yesNoWords } from '@slotwise/contract'
import { Button, Form } from 'antd'
import { useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import type { Clash, Rebased } from '../../lib/rebase.ts'
import { useMoneyText } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { slotFormWords } from './slot-form-words.ts'
import type { SlotField, SlotValues } from './slot-values.ts'

/**
 * Another user or the machine changed the slot meanwhile: shows the current values beside the typed ones, which stay
 * until the user takes over the others.
 */
export function SlotClash({ rebased }: { rebased: Rebased<SlotValues> }) {
  const t = useT(slotFormWords)
  const field = useT(slotFieldWords)
  const form = Form.useFormInstance<SlotValues>()
  const textOf = useValueText(rebased)
  const [settled, setSettled] = useState<{ of: Rebased<SlotValues>; fields: readonly SlotField[] }>()
  const done = settled?.of === rebased ? settled.fields : []
  const takeTheirs = ({ field: name, theirs }: Clash<SlotValues>): void => {
    form.setFieldValue(name, theirs)
    setSettled({ of: rebased, fields: [...done, name] })
  }
  return (
    <div className="sw-clash" role="alert">
      <Alert tone="warning">
        {t('clash')}
        <ul>
          {rebased.clashes.map((clash) => (
            <li key={clash.field}>
              {done.includes(clash.field) ? (
                t('takenLine', { field: field(clash.field), theirs: textOf(clash.field, clash.theirs) })
              ) : (
                <>
                  {t('clashLine', {
                    field: field(clash.field),
                    theirs: textOf(clash.field, clash.theirs),
                    yours: textOf(clash.field, clash.yours),
                  })}
                  <Button
                    size="small"
                    aria-label={t('takeTheirsOf', { field: field(clash.field) })}
                    onClick={() => takeTheirs(clash)}
                  >
                    {t('takeTheirs')}
                  </Button>
                </>
              )}
            </li>
          ))}
          {rebased.taken.map((name) => (
            <li key={name}>
              {t('takenLine', { field: field(name), theirs: textOf(name, rebased.values[name]) })}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** Values as texts; goods by their names. */
function useValueText({ clashes, values, taken }: Rebased<SlotValues>) {
  const t = useT(slotFormWords)
  const locale = useLocale()
  const money = useMoneyText()
  const ids = [
    ...clashes.filter(({ field }) => field === 'goods').flatMap(({ theirs, yours }) => [theirs, yours]),
    ...(taken.includes('goods') ? [values.goods] : []),
  ].filter((id) => typeof id === 'string')
  const named = useCall(
    goodsCalls.getAllGoods,
    { pageNum: 1, pageSize: 10, condition: { ids } },
    { enabled: ids.length > 0, staleTime: 60_000 },
  )
  return (field: SlotField, value: SlotValues[SlotField]): string => {
    if (value === null || value === '') return t('nothing')
    if (typeof value === 'boolean') return yesNoWords[locale][value ? 'yes' : 'no']
    if (field === 'goods')
      return named.data?.data.find(({ goods_id: id }) => id === value)?.title ?? String(value)
    if (typeof value === 'string') return value
    if (field === 'price' || field === 'game_price') return money(value)
    return field === 'rate' ? formatRate(value) : String(value)
  }
}
