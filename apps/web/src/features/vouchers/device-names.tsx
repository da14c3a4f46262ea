import { type Gift, voucherFieldWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { NamesInShort } from '../../ui/names-in-short.tsx'
import { voucherWords } from './voucher-words.ts'

/** The machines that take a voucher. */
export function DeviceNames({ of: { device_names: names } }: { of: Pick<Gift, 'device_names'> }) {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  return (
    <NamesInShort names={names} none={field('allDevices')} several={(values) => t('someDevices', values)} />
  )
}
