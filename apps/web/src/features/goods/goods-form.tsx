import { type Goods, GoodsEdit, GoodsInput, type List, goodsCalls } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'

import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Turns } from '../../lib/turns.ts'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddGoods, useEditGoods } from './api.ts'
import { GoodsFields } from './goods-fields.tsx'
import { type GoodsValues, newGoods, toInput, valuesOf } from './goods-values.ts'
import { goodsWords } from './goods-words.ts'
import { useTellSaved } from './many-goods.tsx'
import { SlotsLink } from './slots-link.tsx'
import { StartFromGoods } from './start-from-goods.tsx'

type GoodsFormProps = {
  /** 'add', or the goods to edit. */
  id: string
  goods: UseQueryResult<List<Goods>, CallError>
  /** Called when another list price was saved, with the price before. */
  onPriced: (goods: Goods, was: number | null) => void
  turns: Turns | undefined
  onClose: () => void
}

const idOf = ({ goods_id: id }: Goods): string => id

type EditedValues = GoodsValues & Pick<Goods, 'goods_id' | 'rev'>

const editedValues = (goods: Goods): EditedValues => ({
  ...valuesOf(goods),
  goods_id: goods.goods_id,
  rev: goods.rev,
})

export function GoodsForm({ id, goods, onPriced, turns, onClose }: GoodsFormProps) {
  const t = useT(goodsWords)
  const { askIfDrastic, question } = useDrasticQuestion()
  const { mutateAsync: add } = useAddGoods()
  const { mutateAsync: edit } = useEditGoods()
  const tellSaved = useTellSaved()
  return (
    <>
      <RecordDrawer
        {...{ id, idOf, turns, onClose }}
        list={goods}
        row={goodsCalls.getGoods}
        add={{
          title: t('addGoods'),
          submitLabel: t('addGoods'),
          schema: GoodsInput,
          initial: newGoods,
          toInput,
          fields: (
            <>
              <StartFromGoods />
              <GoodsFields />
            </>
          ),
          save: add,
          saved: t('goodsAdded'),
        }}
        edit={(one) =>
          recordForm({
            title: t('editGoods'),
            submitLabel: t('saveGoods'),
            schema: GoodsEdit,
            initial: editedValues(one),
            toInput,
            fields: (
              <>
                <p className="sw-form-intro">
                  <SlotsLink goods={one} />
                </p>
                <GoodsFields />
              </>
            ),
            save: async (input) => {
              await askIfDrastic({ before: [one], after: input, isListPrice: true })
              const saved = await edit(input)
              tellSaved(one, saved)
              if (saved.price !== one.price) onPriced(saved, one.price)
            },
          })
        }
      />
      {question}
    </>
  )
}
