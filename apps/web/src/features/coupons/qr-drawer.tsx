import { CopyOutlined, DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { type Coupon, couponCalls, type List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useOne } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { saveQrCode } from '../../ui/qr-picture.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { Value } from './coupon-columns.tsx'
import { couponWords } from './coupon-words.ts'

type QrDrawerProps = {
  id: string
  coupons: UseQueryResult<List<Coupon>, CallError>
  onClose: () => void
}

const idOf = ({ coupon_id: id }: Coupon): string => id

/** The code by which buyers receive a coupon: to print, to download, and as a link. */
export function QrDrawer({ id, coupons, onClose }: QrDrawerProps) {
  const t = useT(couponWords)
  const asked = { id, idOf, shown: coupons }
  const alone = useOne(couponCalls.getCoupon, id, isElsewhere(asked))
  const { row: coupon } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (!coupon) return null
  return (
    <DetailDrawer title={t('codeTitle', { name: coupon.name })} width={440} onClose={onClose}>
      <p className="sw-coupon-hint">{t('codeHint')}</p>
      <Poster coupon={coupon} />
      <CodeActions coupon={coupon} />
    </DetailDrawer>
  )
}

/** What is printed. */
function Poster({ coupon }: { coupon: Coupon }) {
  const t = useT(couponWords)
  const merchant = useSession()?.mchName ?? ''
  return (
    <section className="sw-coupon-poster">
      <p>{merchant}</p>
      <h3>{coupon.name}</h3>
      <strong>
        <Value coupon={coupon} />
      </strong>
      <QrCode text={coupon.url} label={t('codeLabel', { name: coupon.name })} />
    </section>
  )
}

function CodeActions({ coupon: { url, name } }: { coupon: Coupon }) {
  const t = useT(couponWords)
  const ui = useT(uiWords)
  const copy = async (): Promise<void> => {
    if (await copyText(url)) notify('success', t('linkCopied'))
    else notify('warning', ui('copyFailed'))
  }
  return (
    <>
      <div className="sw-coupon-link">
        <Input readOnly aria-label={t('link')} value={url} onFocus={({ target }) => target.select()} />
        <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
          {t('copyLink')}
        </Button>
      </div>
      <div className="sw-coupon-buttons">
        <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => saveQrCode(url, `${name}.png`)}>
          {t('download')}
        </Button>
        <a className="sw-link" href={url} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
      </div>
    </>
  )
}
