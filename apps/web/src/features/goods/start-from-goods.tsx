import { type Goods, goodsCalls } from '@slotwise/contract'
import { Form } from 'antd'
import { useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { GoodsPicker } from '../../entities/goods/goods-picker.tsx'
import { useTakeOver } from '../../ui/use-take-over.ts'
import { useHasGoods } from './api.ts'
import { valuesOf } from './goods-values.ts'
import { goodsWords } from './goods-words.ts'

/** The values that similar goods share; name and article number are unique. */
function shared(goods: Goods) {
  const { title: _title, code: _code, ...common } = valuesOf(goods)
  return common
}

/** New goods can start from existing ones, for another flavour or size. */
export function StartFromGoods() {
  const t = useT(goodsWords)
  const form = Form.useFormInstance()
  const hasGoods = useHasGoods()
  const inputId = useId()
  const [id, setId] = useState<string | null>(null)
  const { data } = useOne(goodsCalls.getGoods, id ?? '', id !== null)
  const pattern = data?.data.find((goods) => goods.goods_id === id)
  useTakeOver(
    pattern,
    (goods) => goods.goods_id,
    (goods) => form.setFieldsValue(shared(goods)),
  )
  if (!hasGoods) return null
  return (
    <div className="sw-form-aside">
      <label htmlFor={inputId}>{t('startFrom')}</label>
      <GoodsPicker id={inputId} value={id} onChange={setId} placeholder={t('startFromHint')} />
    </div>
  )
}
