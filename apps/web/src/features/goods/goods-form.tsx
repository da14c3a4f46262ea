import { type Goods, GoodsEdit, GoodsInput, type List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useAddGoods, useEditGoods, useGoodsById } from './api.ts'
import { GoodsFields } from './goods-fields.tsx'
import { type GoodsValues, newGoods, toInput, valuesOf } from './goods-values.ts'
import { goodsWords } from './messages/messages.ts'
import { StartFromGoods } from './start-from-goods.tsx'

type GoodsFormProps = {
  /** 'add', or the goods to edit. */
  id: string
  goods: UseQueryResult<List<Goods>, CallError>
  onClose: () => void
}

const idOf = ({ goods_id: id }: Goods): string => id

export function GoodsForm({ id, goods, onClose }: GoodsFormProps) {
  const asked = { id, idOf, shown: goods }
  const alone = useGoodsById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (id === 'add') return <AddGoods onClose={onClose} />
  if (!row) return null
  return <EditGoods key={id} goods={row} onReload={() => void reload()} onClose={onClose} />
}

function AddGoods({ onClose }: { onClose: () => void }) {
  const t = useT(goodsWords)
  const { mutateAsync } = useAddGoods()
  return (
    <FormDrawer
      title={t('addGoods')}
      submitLabel={t('addGoods')}
      schema={GoodsInput}
      initial={newGoods}
      toInput={toInput}
      onSubmit={async (goods) => {
        await mutateAsync(goods)
        notify('success', t('goodsAdded'))
      }}
      onClose={onClose}
    >
      <StartFromGoods />
      <GoodsFields />
    </FormDrawer>
  )
}

type EditGoodsProps = { goods: Goods; onReload: () => void; onClose: () => void }
type EditedValues = GoodsValues & Pick<Goods, 'goods_id' | 'rev'>

function EditGoods({ goods, onReload, onClose }: EditGoodsProps) {
  const t = useT(goodsWords)
  const { mutateAsync } = useEditGoods()
  const initial: EditedValues = { ...valuesOf(goods), goods_id: goods.goods_id, rev: goods.rev }
  return (
    <FormDrawer
      title={t('editGoods')}
      submitLabel={t('saveGoods')}
      schema={GoodsEdit}
      initial={initial}
      toInput={toInput}
      onSubmit={async (edited) => {
        await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <GoodsFields />
    </FormDrawer>
  )
}
