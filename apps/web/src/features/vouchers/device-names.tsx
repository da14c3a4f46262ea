import { type Gift, joinNames, voucherFieldWords } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { voucherWords } from './voucher-words.ts'

/** The machines that take a voucher: the first one and how many more; all names on hover. */
export function DeviceNames({ of: { device_names: names } }: { of: Pick<Gift, 'device_names'> }) {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  const locale = useLocale()
  const [name] = names
  if (name === undefined) return field('allDevices')
  if (names.length === 1) return name
  return <span title={joinNames(locale, names)}>{t('someDevices', { name, count: names.length })}</span>
}
