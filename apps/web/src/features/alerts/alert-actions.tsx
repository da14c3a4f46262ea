import { type Alert, alertKindWords } from '@slotwise/contract'

import { deviceName } from '../../entities/device/device-name.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { RowAction } from '../../ui/row-actions.tsx'
import { alertWords } from './alert-words.ts'
import { workSteps } from './alert-work.ts'
import { useDoneAlert, useTakeAlert } from './api.ts'

type AlertActionsProps = { alert: Alert; onNote: () => void }

/** Taking an alert and ending the work on it take one click each. The same button then takes it back. */
export function AlertActions({ alert, onNote }: AlertActionsProps) {
  const t = useT(alertWords)
  const kind = useT(alertKindWords)
  const isMain = useSession()?.isMain ?? false
  const take = useTakeAlert()
  const finish = useDoneAlert()
  const steps = workSteps(alert, isMain)
  const name = `${deviceName(alert)}, ${kind(alert.kind)}`
  const { alert: id, remarks } = alert
  return (
    <div className="sw-row-actions">
      {steps.take && (
        <RowAction
          label={t(steps.take)}
          fullLabel={t(`${steps.take}Of`, { name })}
          isPending={take.isPending}
          onClick={() => take.mutate({ alert: id, take: steps.take === 'take' })}
        />
      )}
      {steps.done && (
        <RowAction
          label={t(steps.done)}
          fullLabel={t(`${steps.done}Of`, { name })}
          isPending={finish.isPending}
          onClick={() => finish.mutate({ alert: id, done: steps.done === 'finish', remarks })}
        />
      )}
      <RowAction label={t('note')} fullLabel={t('noteOf', { name })} onClick={onNote} />
    </div>
  )
}
