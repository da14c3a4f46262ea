import { type Device, joinNames, type ResetChannel, ruleText } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useResetId, useSlotNumbers } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { ConfirmAction } from '../../../entities/command/confirm-action.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { type TypedNumber, useTypedNumbers } from '../use-typed-numbers.ts'
import { initWords } from './init-words.ts'
import { canRenumber, numberFaults, renumberingOf } from './slot-numbers.ts'
import type { CommandTracking } from '../../../entities/command/use-commands.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

type RenumberPanelProps = { device: Device; disabled: boolean; start: CommandTracking['start'] }

/** Our slot numbers beside the machine's, with fields for new ones. */
export function RenumberPanel(props: RenumberPanelProps) {
  const t = useT(initWords)
  const query = useSlotNumbers(props.device.sn)
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || query.isPlaceholderData) return <span className="sw-bone" />
  const rows = query.data.data
  if (rows.length === 0) return <EmptyState title={t('renumber')} hint={t('noNumbers')} />
  return <NumberForm {...props} rows={rows} />
}

function NumberForm({ device, disabled, start, rows }: RenumberPanelProps & { rows: ResetChannel[] }) {
  const t = useT(initWords)
  const locale = useLocale()
  const action = useMachineAction({ sn: device.sn, op: 'resetSlot' })
  const { mutateAsync } = useResetId()
  const { typed, isShown, sent, clear, of } = useTypedNumbers()
  const [isAsking, setAsking] = useState(false)
  const faults = numberFaults(rows, typed)
  const channel = renumberingOf(rows, typed)

  const renumber = async (): Promise<void> => {
    const step = await action.run((sign) => mutateAsync({ sn: device.sn, channel, sign }))
    if (!step) return
    start(
      step,
      channel.map(({ from }) => from),
    )
    clear()
  }
  const wrongOf = (from: number): string | undefined => {
    const fault = faults.get(from)
    return fault && isShown(from) ? ruleText(locale, fault) : undefined
  }
  return (
    <form
      className="sw-remote-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        sent()
        if (faults.size === 0 && channel.length > 0) setAsking(true)
      }}
    >
      <p>{t('renumberHint')}</p>
      <ActionOutcome action={action} />
      <div className="sw-number-frame">
        <table className="sw-number-table">
          <thead>
            <tr>
              <th scope="col">{t('current')}</th>
              <th scope="col">{t('where')}</th>
              <th scope="col">{t('goods')}</th>
              <th scope="col">{t('newNumber')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <NumberRow
                key={row.channel_sn}
                row={row}
                disabled={disabled}
                value={typed[row.channel_sn] === undefined ? row.channel_sn : (typed[row.channel_sn] ?? null)}
                wrong={wrongOf(row.channel_sn)}
                {...of(row.channel_sn)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sw-remote-row">
        <Button htmlType="submit" disabled={disabled || channel.length === 0} loading={action.isRunning}>
          {channel.length > 0 ? t('renumberDo', { count: channel.length }) : t('nothingToChange')}
        </Button>
        {Object.keys(typed).length > 0 && <Button onClick={clear}>{t('reset')}</Button>}
      </div>
      {isAsking && (
        <ConfirmAction
          danger
          title={t('renumberTitle', { count: channel.length })}
          confirmLabel={t('renumberDo', { count: channel.length })}
          onConfirm={renumber}
          onClose={() => setAsking(false)}
        >
          <p>{t('renumberText')}</p>
          <p className="sw-figures sw-renumbering">
            {joinNames(
              locale,
              channel.map(({ from, to }) => `${from} → ${to}`),
            )}
          </p>
        </ConfirmAction>
      )}
    </form>
  )
}

type NumberRowProps = TypedNumber & {
  row: ResetChannel
  disabled: boolean
  value: number | null
  wrong: string | undefined
}

function NumberRow({ row, ...input }: NumberRowProps) {
  const t = useT(initWords)
  const { channel_sn: number, ours, reported, goods } = row
  const place = ours && reported ? 'both' : ours ? 'onlyOurs' : 'onlyDevice'
  return (
    <tr>
      <td className="sw-figures">{number}</td>
      <td>
        <StatusTag tone={place === 'both' ? 'good' : 'attention'}>{t(place)}</StatusTag>
      </td>
      <td>
        {goods ?? t('noGoods')}
        {place !== 'both' && (
          <span className="sw-number-place">
            <StatusTag tone="attention">{t(place)}</StatusTag>
          </span>
        )}
      </td>
      <td>
        {canRenumber(row) ? (
          <NumberInput aria-label={t('newNumberOf', { number })} {...input} />
        ) : (
          <small>{t('cannotMove')}</small>
        )}
      </td>
    </tr>
  )
}
