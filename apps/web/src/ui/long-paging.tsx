import { DoubleLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { LongList } from '@slotwise/contract'
import { Button, Input, Select, Space } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { lazyPage } from '../lib/lazy.ts'
import type { FilterSchema, LongListState } from '../lib/url-state.ts'
import './list-page.css'
import { pageSizes } from './paging.tsx'
import { uiWords } from './ui-words.ts'
import { useIsPhone } from './use-media.ts'

/** Calendars are large, and most lists have no days to go to. */
const DayPicker = lazyPage(async () => (await import('./day-picker.tsx')).DayPicker, {
  waiting: <NoDayYet />,
  failed: () => <NoDayYet />,
})

/** Has the size of the field to come. */
function NoDayYet() {
  const t = useT(uiWords)
  return <Input disabled aria-label={t('goToDay')} placeholder={t('goToDay')} />
}

type LongPagingProps = {
  state: Pick<LongListState<FilterSchema>, 'place' | 'goTo' | 'size' | 'standardSize' | 'setPage'>
  list: LongList<unknown>
}

/** The number of records of a long list, and the ways to newer ones, to older ones and to a day. */
export function LongPaging({ state, list }: LongPagingProps) {
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const { place, goTo, size, standardSize, setPage } = state
  const { newer, older } = list
  return (
    <footer className="sw-paging">
      <span className="sw-paging-total" aria-live="polite">
        {t(list.countCapped ? 'totalCapped' : 'total', { count: list.count.toLocaleString('en-US') })}
      </span>
      <div className="sw-paging-ways">
        <div className="sw-filter-day">
          <DayPicker
            aria-label={t('goToDay')}
            placeholder={t('goToDay')}
            value={place.day ?? null}
            onChange={(day) => goTo({ day: day ?? undefined })}
          />
        </div>
        <Space.Compact>
          <Button
            icon={<DoubleLeftOutlined aria-hidden="true" />}
            disabled={newer === null && !place.cursor && !place.day}
            aria-label={t('newest')}
            onClick={() => goTo({})}
          />
          <Button
            icon={<LeftOutlined aria-hidden="true" />}
            disabled={newer === null}
            onClick={() => newer !== null && goTo({ cursor: newer })}
          >
            {t('newer')}
          </Button>
          <Button
            icon={<RightOutlined aria-hidden="true" />}
            iconPlacement="end"
            disabled={older === null}
            onClick={() => older !== null && goTo({ cursor: older })}
          >
            {t('older')}
          </Button>
        </Space.Compact>
        {!isPhone && (
          <Select
            aria-label={t('pageSize')}
            value={size}
            options={pageSizes(standardSize).map((value) => ({
              value,
              label: t('perPage', { count: value }),
            }))}
            onChange={(chosen) => setPage(1, chosen)}
          />
        )}
      </div>
    </footer>
  )
}
