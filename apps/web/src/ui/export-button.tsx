import { DownloadOutlined } from '@ant-design/icons'
import { type Call, type InputOf, jobCalls } from '@slotwise/contract'
import { Button } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import { useChange } from '../lib/query.ts'
import { uiWords } from './messages/messages.ts'
import { useIsPhone } from './use-media.ts'

type ExportButtonProps<C extends Call> = { row: C; input: InputOf<C>; disabled?: boolean }

/** Starts the export of what the list shows; the tray in the header follows it and hands over the file. */
export function ExportButton<C extends Call>({ row, input, disabled = false }: ExportButtonProps<C>) {
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const { mutate, isPending } = useChange(row, { refreshes: [jobCalls.getJobs] })
  return (
    <Button
      icon={<DownloadOutlined aria-hidden="true" />}
      loading={isPending}
      disabled={disabled}
      aria-label={t('export')}
      onClick={() => mutate(input, { onSuccess: () => notify('info', t('exportStarted')) })}
    >
      {isPhone ? null : t('export')}
    </Button>
  )
}
