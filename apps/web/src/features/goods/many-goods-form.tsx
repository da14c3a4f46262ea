import { type Goods, goodsFieldWords, GoodsManyEdit } from '@slotwise/contract'
import { Form, Input } from 'antd'
import { useCallback, useState } from 'react'

import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useT } from '../../lib/i18n.tsx'
import { ChosenFields } from '../../ui/chosen-fields.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput, type TypedMoney } from '../../ui/money-input.tsx'
import { useEditManyGoods } from './api.ts'
import { joinTags } from './goods-values.ts'
import { goodsWords } from './goods-words.ts'
import { useTellMany } from './many-goods.tsx'
import { TagsInput } from './tags-input.tsx'

const fields = ['price', 'tags', 'description'] as const
type Field = (typeof fields)[number]
type Values = { fields: Field[]; price: TypedMoney; tags: string; description: string }
const initial: Values = { fields: ['price'], price: null, tags: '', description: '' }

type ManyGoodsFormProps = {
  goods: readonly Goods[]
  /** Called with the number of the change when it gave a new list price. */
  onPriced: (change: string) => void
  onSaved: () => void
  onClose: () => void
}

/** One change for several goods: ticked fields are changed, the others stay. */
export function ManyGoodsForm({ goods, onPriced, onSaved, onClose }: ManyGoodsFormProps) {
  const t = useT(goodsWords)
  const { mutateAsync } = useEditManyGoods()
  const tellMany = useTellMany()
  const { askIfDrastic, question } = useDrasticQuestion()
  // The form changes what it was opened for; live updates of the list do not change that.
  const [asked] = useState(goods)
  const count = asked.length
  const toInput = useCallback(
    ({ fields: ticked, price, tags, description }: Values) => ({
      goods: asked.map(({ goods_id, rev }) => ({ goods_id, rev })),
      ...(ticked.includes('price') ? { price } : {}),
      ...(ticked.includes('tags') ? { tags: joinTags(tags) } : {}),
      ...(ticked.includes('description') ? { description } : {}),
    }),
    [asked],
  )
  return (
    <>
      <FormDrawer
        title={t('manyTitle', { count })}
        submitLabel={t('manySave', { count })}
        schema={GoodsManyEdit}
        initial={initial}
        toInput={toInput}
        onSubmit={async (input) => {
          await askIfDrastic({ before: asked, after: { price: input.price }, isListPrice: true })
          const answer = await mutateAsync(input)
          tellMany('manyChanged', answer)
          if (input.price !== undefined) onPriced(answer.change)
          onSaved()
        }}
        onClose={onClose}
      >
        <ManyFields />
      </FormDrawer>
      {question}
    </>
  )
}

function ManyFields() {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const form = Form.useFormInstance<Values>()
  const ticked = Form.useWatch('fields', { form, preserve: true }) ?? initial.fields
  const has = (name: Field): boolean => ticked.includes(name)
  return (
    <>
      <ChosenFields fields={fields.map((name) => ({ value: name, label: field(name) }))} ticked={ticked} />
      {has('price') && (
        <FormField name="price" label={field('price')} required hint={t('manyPriceHint')}>
          <MoneyInput />
        </FormField>
      )}
      {has('tags') && (
        <FormField name="tags" label={field('tags')} hint={t('manyTagsHint')}>
          <TagsInput />
        </FormField>
      )}
      {has('description') && (
        <FormField name="description" label={field('description')}>
          <Input.TextArea count={{ show: true, max: 500 }} autoSize={{ minRows: 3, maxRows: 8 }} />
        </FormField>
      )}
    </>
  )
}
