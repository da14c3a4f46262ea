import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Segments } from '../../ui/segments.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { goodsWords } from './goods-words.ts'

export type GoodsView = 'cards' | 'table'

/** How the user wants to see goods, stored in this browser. A phone always shows cards. */
export function useGoodsView(): [GoodsView, (view: GoodsView) => void] {
  const isPhone = useIsPhone()
  const key = `slotwise.view.goods.${useSession()?.username ?? ''}`
  const [view, setView] = useState<GoodsView>(() => (readStored(key) === 'table' ? 'table' : 'cards'))
  const choose = (next: GoodsView): void => {
    setView(next)
    writeStored(key, next)
  }
  return [isPhone ? 'cards' : view, choose]
}

type GoodsViewSwitchProps = { view: GoodsView; onChoose: (view: GoodsView) => void }

export function GoodsViewSwitch({ view, onChoose }: GoodsViewSwitchProps) {
  const t = useT(goodsWords)
  return (
    <Segments
      aria-label={t('view')}
      value={view}
      onChange={onChoose}
      options={[
        { value: 'cards', label: t('asCards'), icon: <AppstoreOutlined aria-hidden="true" /> },
        { value: 'table', label: t('asTable'), icon: <UnorderedListOutlined aria-hidden="true" /> },
      ]}
    />
  )
}
