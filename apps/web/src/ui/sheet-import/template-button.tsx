import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

type TemplateButtonProps = { isPending: boolean; onClick: () => void; children: ReactNode }

/** Exports the records as they are, which is the best template. */
export function TemplateButton({ isPending, onClick, children }: TemplateButtonProps) {
  return (
    <Button type="link" icon={<DownloadOutlined aria-hidden="true" />} loading={isPending} onClick={onClick}>
      {children}
    </Button>
  )
}
