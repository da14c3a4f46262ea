import { type Device, historyCalls, HistoryFilter, historyKinds } from '@slotwise/contract'
import { Button, InputNumber } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { type LongListState, useLongListState } from '../../lib/url-state.ts'
import { RowsSkeleton } from '../../ui/data-table.tsx'
import { DayPicker } from '../../ui/day-picker.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { ListBody } from '../../ui/list-frame.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useHistory } from '../../entities/history/api.ts'
import { HistoryLines } from '../../entities/history/history-lines.tsx'
import { historyWords } from '../../entities/history/history-words.ts'
import { TemperatureCard } from './temperature-card.tsx'

const pageSize = 20
const Narrowing = HistoryFilter.omit({ sn: true })
type State = LongListState<typeof Narrowing>

type HistoryTabProps = {
  /** A machine that was given up has no temperature. */
  device: Pick<Device, 'sn'> & Partial<Pick<Device, 'temperature'>>
  /** Replaces the empty state where nothing has happened yet. */
  empty?: Empty
}
type Empty = { title: string; hint: string }

/** Commands, faults and changes of stock in one timeline. */
export function HistoryTab({ device, empty }: HistoryTabProps) {
  const t = useT(historyWords)
  const state = useLongListState(Narrowing, pageSize)
  const ui = useT(uiWords)
  return (
    <div className="sw-history-tab">
      {typeof device.temperature === 'number' && <TemperatureCard sn={device.sn} />}
      <div className="sw-filter-bar" role="search" aria-label={ui('filters')}>
        <HistoryFilters state={state} />
        {state.filtered && (
          <Button type="link" className="sw-filter-reset" onClick={state.resetFilter}>
            {ui('resetFilters')}
          </Button>
        )}
        <div className="sw-filter-bar-end">
          <ExportButton
            row={historyCalls.exportDevHistory}
            input={{ condition: { ...state.filter, sn: device.sn } }}
          />
        </div>
      </div>
      <HistoryPage sn={device.sn} state={state} empty={empty ?? { title: t('none'), hint: t('noneHint') }} />
    </div>
  )
}

function HistoryFilters({ state: { filter, setFilter } }: { state: State }) {
  const t = useT(historyWords)
  return (
    <div className="sw-filter-fields">
      <SelectFilter
        label={t('kind')}
        value={filter.kind}
        options={historyKinds.map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => setFilter({ kind })}
      />
      <InputNumber
        controls={false}
        className="sw-filter-select"
        aria-label={t('slotFilter')}
        placeholder={t('slotFilter')}
        inputMode="numeric"
        min={1}
        max={9_999}
        precision={0}
        changeOnWheel={false}
        value={filter.channel_sn ?? null}
        onChange={(slot) => setFilter({ channel_sn: slot ?? undefined })}
      />
      <div className="sw-filter-day">
        <DayPicker
          aria-label={t('dayTo')}
          prefix={t('dayTo')}
          placeholder=""
          value={filter.to ?? null}
          onChange={(day) => setFilter({ to: day ?? undefined })}
        />
      </div>
    </div>
  )
}

function HistoryPage({ sn, state, empty }: { sn: string; state: State; empty: Empty }) {
  const isPhone = useIsPhone()
  const { place, size, filter } = state
  const query = useHistory({ filter: { ...filter, sn }, place, size })
  const skeleton = <RowsSkeleton columns={3} rows={6} cards={isPhone} />
  return (
    <ListBody {...{ state, query, empty, skeleton }}>
      {(lines) => <HistoryLines lines={lines} busy={query.isFetching} />}
    </ListBody>
  )
}
