import { Button, Modal } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { integrationWords } from './integration-words.ts'

type SecretShownProps = { title: string; label: string; secret: string; onClose: () => void }

/** A secret, this one time. It closes by its button alone, so that no stray click loses the secret. */
export function SecretShown({ title, label, secret, onClose }: SecretShownProps) {
  const t = useT(integrationWords)
  useFocusReturn()
  return (
    <Modal
      open
      centered
      width={520}
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('stored')}
        </Button>
      }
    >
      <div className="sw-secret-shown">
        <Alert tone="warning">{t('shownOnce')}</Alert>
        <Copyable text={secret} label={label} />
      </div>
    </Modal>
  )
}
