import { DownloadOutlined, DownOutlined } from '@ant-design/icons'
import {
  type Call,
  type ExportFormat,
  exportFormats,
  exportWords,
  type InputOf,
  jobCalls,
  type JobReceipt,
} from '@slotwise/contract'
import { Button, Dropdown, Space } from 'antd'
import type { z } from 'zod'

import { useT } from '../lib/i18n.tsx'
import { useChange } from '../lib/query.ts'
import { useMay } from './can.tsx'
import { tellStarted } from './jobs.ts'
import { uiWords } from './ui-words.ts'

type ExportButtonProps<C extends Call> = {
  row: C
  input: Omit<InputOf<C>, 'format'>
  disabled?: boolean
  /** What is exported, where a page has several exports. */
  label?: string
}

/**
 * Starts an export of the filtered list as a workbook; its menu offers the other formats. The tray in the header shows
 * the progress and offers the file. A user who may not export sees no button.
 */
export function ExportButton<C extends Call>({ row, input, disabled = false, label }: ExportButtonProps<C>) {
  const t = useT(uiWords)
  const formatName = useT(exportWords)
  const mayExport = useMay(row.access)
  const { mutate, isPending } = useChange(row, { refreshes: [jobCalls.getJobs] })
  const start = (format: ExportFormat): void =>
    mutate({ ...input, format } as InputOf<C>, {
      onSuccess: (receipt) => tellStarted(receipt as z.output<typeof JobReceipt>, t('exportStarted')),
    })
  if (!mayExport) return null
  return (
    <Space.Compact>
      <Button
        icon={<DownloadOutlined aria-hidden="true" />}
        loading={isPending}
        disabled={disabled}
        aria-label={label ?? t('export')}
        onClick={() => start('xlsx')}
      >
        {t('export')}
      </Button>
      <Dropdown
        trigger={['click']}
        disabled={disabled || isPending}
        menu={{
          items: exportFormats.map((format) => ({
            key: format,
            label: formatName(format),
            onClick: () => start(format),
          })),
        }}
      >
        <Button
          icon={<DownOutlined aria-hidden="true" />}
          disabled={disabled || isPending}
          aria-label={label === undefined ? formatName('format') : `${label}: ${formatName('format')}`}
          aria-haspopup="menu"
        />
      </Dropdown>
    </Space.Compact>
  )
}
