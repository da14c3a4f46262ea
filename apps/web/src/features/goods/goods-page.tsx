import { goodsFieldWords, mediaFieldWords } from '@slotwise/contract'
import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { GalleryList } from './gallery-list.tsx'
import { GoodsList } from './goods-list.tsx'
import './goods.css'

/** Goods and their pictures, one tab each; the tab is in the address. */
export function GoodsPage() {
  const field = useT(goodsFieldWords)
  const picture = useT(mediaFieldWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'pictures' ? 'pictures' : 'goods'
  const tabs = (
    <TabLinks
      label={field('goods')}
      current={tab}
      tabs={[
        { key: 'goods', label: field('goods'), to: '/goods' },
        { key: 'pictures', label: picture('imageGallery'), to: '/goods?tab=pictures' },
      ]}
    />
  )
  return tab === 'goods' ? <GoodsList tabs={tabs} /> : <GalleryList tabs={tabs} />
}
