import { PrinterOutlined } from '@ant-design/icons'
import type { RefillMachine } from '@slotwise/contract'
import { Button } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import './refill-visit-label.css'
import { visitWords } from './visit-words.ts'

type LabelProps = { machine: Pick<RefillMachine, 'sn' | 'title' | 'store'>; onClose: () => void }

/** A label for the machine, to print. Its code opens this machine in any phone, after the login. */
export function RefillVisitLabel({ machine: { sn, title, store }, onClose }: LabelProps) {
  const t = useT(visitWords)
  return (
    <DetailDrawer title={t('label')} width={420} onClose={onClose}>
      <p className="sw-visit-label-hint">{t('labelHint')}</p>
      <section className="sw-visit-label">
        <h3>{title || sn}</h3>
        {store && <p>{store}</p>}
        <QrCode text={`${location.origin}/m/${sn}`} label={t('labelCode', { sn })} />
        <p className="sw-figures">{sn}</p>
      </section>
      <Button
        className="sw-visit-label-print"
        icon={<PrinterOutlined aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </DetailDrawer>
  )
}
