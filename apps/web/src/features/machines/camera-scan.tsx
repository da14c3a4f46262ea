import { ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { CodeFinder } from '../../ui/code-finder.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { bindDrawerWords } from './bind-drawer-words.ts'
import { type BindLink, readScanned } from './bind-link.ts'

type Scanning = 'off' | 'on' | 'failed'

/** Reads the QR code of a machine with the camera. */
export function CameraScan({ onFound }: { onFound: (link: BindLink) => void }) {
  const t = useT(bindDrawerWords)
  const [scanning, setScanning] = useState<Scanning>('off')
  const [isForeign, setForeign] = useState(false)
  const found = (text: string): void => {
    const link = readScanned(text)
    setForeign(link === undefined)
    if (!link) return
    setScanning('off')
    onFound(link)
  }
  return (
    <div className="sw-scan">
      <Button
        block
        icon={<ScanOutlined aria-hidden="true" />}
        onClick={() => {
          setForeign(false)
          setScanning(scanning === 'on' ? 'off' : 'on')
        }}
      >
        {t(scanning === 'on' ? 'stopScan' : 'scan')}
      </Button>
      {scanning === 'on' && (
        <CodeFinder label={t('picture')} onText={found} onFailed={() => setScanning('failed')} />
      )}
      {isForeign && <Alert tone="error">{t('foreignCode')}</Alert>}
      {scanning === 'failed' && <Alert tone="error">{t('noCamera')}</Alert>}
    </div>
  )
}
