import { Progress } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'

/** How much of a file has been sent; `share` is between 0 and 1. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const t = useT(uiWords)
  return (
    <Progress
      percent={Math.round(share * 100)}
      size="small"
      status="active"
      aria-label={t('uploading', { name })}
    />
  )
}
