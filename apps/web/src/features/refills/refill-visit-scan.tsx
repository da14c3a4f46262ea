import { Sn } from '@slotwise/contract'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { CodeFinder, useHasCamera } from '../../ui/code-finder.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { machineIn } from './machine-code.ts'
import { visitWords } from './visit-words.ts'

type ScanProps = { onFound: (sn: string) => void; onClose: () => void }

/** Opens a machine by its QR code, or by its number where there is no camera. */
export function RefillVisitScan({ onFound, onClose }: ScanProps) {
  const t = useT(visitWords)
  const hasCamera = useHasCamera()
  const [isForeign, setForeign] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [typed, setTyped] = useState('')
  const found = (text: string): void => {
    const sn = machineIn(text)
    setForeign(sn === undefined)
    if (sn !== undefined) onFound(sn)
  }
  const isNumber = Sn.safeParse(typed.trim()).success
  return (
    <Modal open title={t('scanTitle')} footer={null} onCancel={onClose} destroyOnHidden>
      {hasCamera && !hasFailed && (
        <>
          <p>{t('scanHint')}</p>
          <CodeFinder label={t('picture')} onText={found} onFailed={() => setFailed(true)} />
        </>
      )}
      {isForeign && <Alert tone="error">{t('foreignCode')}</Alert>}
      {(!hasCamera || hasFailed) && <Alert tone="info">{t('noCamera')}</Alert>}
      <form
        className="sw-visit-typed"
        onSubmit={(event) => {
          event.preventDefault()
          if (isNumber) onFound(typed.trim())
        }}
      >
        <Input
          size="large"
          inputMode="numeric"
          aria-label={t('number')}
          placeholder={t('number')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button size="large" type="primary" htmlType="submit" disabled={!isNumber}>
          {t('open')}
        </Button>
      </form>
    </Modal>
  )
}
