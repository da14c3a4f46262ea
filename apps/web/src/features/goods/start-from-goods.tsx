import type { Goods } from '@slotwise/contract'
import { Form } from 'antd'
import { useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { GoodsPicker } from '../../ui/goods-picker.tsx'
import { useTakeOver } from '../../ui/use-take-over.ts'
import { useGoodsById, useHasGoods } from './api.ts'
import { valuesOf } from './goods-values.ts'
import { goodsWords } from './messages/messages.ts'

/** What similar goods have in common; the name and the article number are each one's own. */
function shared(goods: Goods) {
  const { title: _title, code: _code, ...common } = valuesOf(goods)
  return common
}

/** Another taste, another size: new goods can start from existing ones. */
export function StartFromGoods() {
  const t = useT(goodsWords)
  const form = Form.useFormInstance()
  const hasGoods = useHasGoods()
  const inputId = useId()
  const [id, setId] = useState<string | null>(null)
  const { data } = useGoodsById(id ?? '', id !== null)
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
