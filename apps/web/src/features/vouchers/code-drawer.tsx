import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { errorCodes, type GiftCode, spokenCode, voucherFieldWords } from '@slotwise/contract'
import { Button } from 'antd'
import { useNavigate } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { saveQrCode } from '../../ui/qr-picture.ts'
import { ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useMissing } from '../../ui/use-missing.ts'
import { useCode } from './api.ts'
import { voucherWords } from './voucher-words.ts'

/** The QR code of an unused voucher, to show, to copy, to save or to print. */
export function CodeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT(voucherWords)
  const ui = useT(uiWords)
  const query = useCode(id)
  const isMissing = useMissing(query.error, t('missing'), onClose)
  if (isMissing) return null
  // A machine may take the voucher while the drawer is open.
  const voucher = query.isError || query.data?.gift_id !== id ? undefined : query.data
  return (
    <DetailDrawer title={voucher?.name ?? t('codeTitle')} width={440} onClose={onClose}>
      {voucher ? (
        <Code voucher={voucher} />
      ) : query.error?.rcode === errorCodes.giftUsed ? (
        <Alert tone="info">{query.error.message}</Alert>
      ) : query.isError ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <span className="sw-qr sw-bone" role="status" aria-label={ui('loading')} />
      )}
    </DetailDrawer>
  )
}

function Code({ voucher }: { voucher: GiftCode }) {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  const navigate = useNavigate()
  const { code, name, goods_name: goods, quantity: count } = voucher
  return (
    <div className="sw-voucher-code">
      <p>{t('goodsTimes', { goods, count })}</p>
      <QrCode text={code} label={t('qrLabel', { name })} />
      <Copyable text={spokenCode(code)} label={field('code')} />
      <p className="sw-voucher-hint">{t('howToUse')}</p>
      <div className="sw-voucher-buttons">
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={() => saveQrCode(code, `${name} ${spokenCode(code)}.png`)}
        >
          {t('download')}
        </Button>
        <Button
          icon={<PrinterOutlined aria-hidden="true" />}
          onClick={() => void navigate(`/gift/print?ids=${voucher.gift_id}`)}
        >
          {t('print')}
        </Button>
      </div>
    </div>
  )
}
