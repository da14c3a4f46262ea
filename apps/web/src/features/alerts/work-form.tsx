import {
  type Alert,
  alertCalls,
  alertFieldWords,
  alertKindWords,
  DoneAlert,
  type List,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'

import { deviceName } from '../../entities/device/device-name.ts'
import { WorkFields } from '../../entities/work/work-fields.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { alertWords } from './alert-words.ts'
import { useSaveWork } from './api.ts'

type WorkFormProps = { id: string; alerts: UseQueryResult<List<Alert>, CallError>; onClose: () => void }

const idOf = ({ alert }: Alert): string => alert

/** What was done about an alert. */
export function WorkForm({ id, alerts, onClose }: WorkFormProps) {
  const t = useT(alertWords)
  const field = useT(alertFieldWords)
  const kind = useT(alertKindWords)
  const { mutateAsync: save } = useSaveWork()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={alerts}
      row={alertCalls.getAlerts}
      edit={(alert) =>
        recordForm({
          title: t('workTitle'),
          submitLabel: t('saveWork'),
          schema: DoneAlert,
          initial: { alert: alert.alert, done: alert.done_at !== null, remarks: alert.remarks },
          fields: (
            <>
              <p className="sw-form-intro">
                {[deviceName(alert), alert.store_name, kind(alert.kind)].filter(Boolean).join(' · ')}
              </p>
              <WorkFields
                remarks={{ label: field('remarks'), hint: t('remarksHint') }}
                done={{ label: field('done'), hint: t('doneHint') }}
              />
            </>
          ),
          save,
          saved: t('saved'),
        })
      }
    />
  )
}
